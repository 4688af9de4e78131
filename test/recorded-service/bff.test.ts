import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../src/cli/settings.ts';
import type { Written } from '../../src/contract/bff-api/api.ts';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import type { Loc } from '../../src/contract/event/loc.ts';
import type { Person } from '../../src/contract/event/person.ts';
import { signInWithCode } from '../bff/sign-in.ts';
import { builtWeb, startTestBff } from '../bff/start-bff.ts';
import { recordedApplication, recordedCode } from './authorization.ts';
import { signedInUserId } from './recording.ts';
import { startRecordedService } from './start-recorded-service.ts';

/** A browser at a BFF for the recorded service, configured by settings alone, as an operator would do it. */
async function startDaybillOnRecordedService() {
	const { origin: service, close } = await startRecordedService();
	onTestFinished(close);
	const { bff: settings } = readSettings({
		PORT: '0',
		PUBLIC_URL: 'http://localhost:3000',
		EVENTS_BASE_URL: service,
		EVENTS_AUTH_URL: service,
		OAUTH_CLIENT_ID: recordedApplication.clientId,
		OAUTH_CLIENT_SECRET: recordedApplication.clientSecret,
		OAUTH_TOKEN_PARAMS: 'query',
		EVENTS_TIME_ZONE: 'Asia/Shanghai',
		DATA_DIR: ':memory:',
		LOG_LEVEL: 'silent',
	});
	const browser = (await startTestBff(service, { ...settings, webDir: await builtWeb() })).browser();
	const call = async <Body>(method: string, path: string) => {
		const response = await browser.fetch(path, { method });
		return { status: response.status, body: (await response.json()) as Body };
	};
	return { browser, call };
}

describe('Daybill with a service that behaves like the recorded one', () => {
	it('serves its cities, lists, events and people', async () => {
		const { call } = await startDaybillOnRecordedService();
		const cities = await call<List<Loc>>('GET', '/api/cities');
		expect(cities.body.items.map(({ name }) => name)).toContain('北京');
		const list = await call<List<Event>>('GET', '/api/cities/108288/events?day_type=week');
		expect(list.status).toBe(200);
		expect(list.body.items.length).toBeGreaterThan(0);
		expect(list.body.items[0]?.content).toBeNull();
		const [listed] = list.body.items;
		const event = await call<Event>('GET', `/api/events/${listed?.id}`);
		expect(event.body).toMatchObject({
			id: listed?.id,
			posters: expect.arrayContaining([expect.stringMatching(/^https:/)]),
		});
		const people = await call<List<Person>>('GET', `/api/events/${listed?.id}/wishers`);
		expect(people.body.items.length).toBe(people.body.total);
	});

	it('puts a city’s first list and an event into the HTML', async () => {
		const { browser, call } = await startDaybillOnRecordedService();
		const city = await (await browser.get('/cities/beijing?day_type=week')).text();
		expect(city).toContain('/api/cities/108288/events');
		const { body } = await call<List<Event>>('GET', '/api/cities/108288/events');
		const event = await (await browser.get(`/events/${body.items[0]?.id}`)).text();
		expect(event).toContain('<title>');
		// The recorded content contains a script and an iframe; neither may be markup in the page.
		expect(event).not.toMatch(/<script>window\.recorded|<iframe/);
	});

	it('passes on a 404 of the service unchanged', async () => {
		const { call } = await startDaybillOnRecordedService();
		expect(await call('GET', '/api/events/999999999999')).toMatchObject({
			status: 404,
			body: { code: 1001 },
		});
	});

	it('signs in, joins and leaves, and shows the result', async () => {
		const { browser, call } = await startDaybillOnRecordedService();
		expect((await signInWithCode(browser, recordedCode)).status).toBe(200);
		const { body } = await call<List<Event>>('GET', '/api/cities/108288/events?day_type=future');
		const [event] = body.items;
		const eventPath = `/api/events/${event?.id}`;
		const joined = await call<Written>('POST', `${eventPath}/participants`);
		expect(joined).toMatchObject({ status: 202, body: { event: { ownRelation: 'joined' } } });
		const own = await call<List<Event>>('GET', `/api/users/${signedInUserId}/participated`);
		expect(own.body.items.map(({ id }) => id)).toEqual([event?.id]);
		const left = await call<Written>('DELETE', `${eventPath}/participants`);
		expect(left).toMatchObject({ status: 202, body: { event: { ownRelation: null } } });
	});
});
