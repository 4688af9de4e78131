/** Requests of visitors to Daybill. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { apiPath, peoplePageSize, type ValueOf } from '../../src/contract/bff-api/api.ts';
import type { SearchResponse } from '../../src/contract/bff-api/search.ts';
import { bffPath, bffPatterns } from '../../src/contract/paths.ts';
import type { CallParameters } from '../../src/contract/spec/call.ts';
import { type OperationName, operations } from '../../src/contract/spec/operations.ts';
import type { Browser } from '../bff/browser.ts';
import { pageDataOf } from '../bff/page-data-of.ts';
import type { LawfulService } from './service/start-service.ts';
import type { Truth } from './truth.ts';

/** A successful GET request, as text. */
export async function get(browser: Browser, path: string): Promise<string> {
	const response = await browser.get(path);
	const text = await response.text();
	expect(response.status, `${path}: ${text.slice(0, 200)}`).toBe(200);
	return text;
}

/** A successful read of the specification. */
export const read = async <Name extends OperationName>(
	browser: Browser,
	operation: Name,
	parameters: CallParameters<Name>,
): Promise<ValueOf<Name>> =>
	JSON.parse(await get(browser, apiPath({ operation, parameters }))) as ValueOf<Name>;

/** A write of the specification. */
export function write<Name extends OperationName>(
	browser: Browser,
	operation: Name,
	{ id, ...body }: CallParameters<Name>,
): Promise<Response> {
	const path = apiPath({ operation, parameters: { id } as CallParameters<Name> });
	return browser.fetch(path, {
		method: operations[operation].method,
		...(Object.keys(body).length > 0 ? { body } : {}),
	});
}

/** Everything that a service may withhold from signed-out visitors. */
export async function expectReads(browser: Browser, { city, event, idsOf }: Truth): Promise<void> {
	const cities = await read(browser, 'listLocs', { start: 0, count: 100 });
	expect(cities.items.map(({ id }) => id)).toContain(city.id);
	for (const filters of [{ day_type: 'week', type: 'music' }, { day_type: 'today' }] as const) {
		const asked = { loc: city.id, ...filters, start: 0, count: 20 };
		const { items } = await read(browser, 'listEvents', asked);
		expect(items.map(({ id }) => id)).toEqual(await idsOf(asked));
	}
	expect(await read(browser, 'getEvent', { id: event.id })).toMatchObject({
		id: event.id,
		title: event.title,
	});
	for (const name of ['listParticipants', 'listWishers'] as const)
		await read(browser, name, { id: event.id, start: 0, count: 20 });
	// A page of the map.
	const long = { loc: city.id, day_type: 'future', start: 0, count: 100 } as const;
	expect((await read(browser, 'listEvents', long)).items).not.toEqual([]);
}

/** The ids that a search for the longest word of a title finds. */
export async function search(browser: Browser, { city }: Truth, title: string): Promise<string[]> {
	const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
	const [q = title] = words.toSorted((left, right) => right.length - left.length);
	const path = bffPath.search(city.uid, new URLSearchParams({ q, count: '100' }));
	const { hits } = JSON.parse(await get(browser, path)) as SearchResponse;
	return hits.map((hit) => hit.event.id);
}

/** Signs in like the app, with the settings of a page. */
export async function signIn(person: Browser, service: LawfulService): Promise<void> {
	const { authorization_endpoint, client_id, redirect_uri, scope } = pageDataOf(
		await get(person, '/'),
	).settings;
	expect(authorization_endpoint).toMatch(`${service.authUrl.replace(/\/$/, '')}/service/`);
	const state = randomBytes(16).toString('hex');
	await person.post(bffPatterns.login, { state });
	const asked = { client_id, redirect_uri, response_type: 'code', scope, state };
	const { searchParams } = await service.consent(new URLSearchParams(asked));
	expect(searchParams.get('state')).toBe(state);
	const code = searchParams.get('code');
	await person.post(bffPatterns.token, { grant_type: 'authorization_code', code, state });
}

const relations = {
	participants: { people: 'listParticipants', own: 'listParticipatedEvents', count: 'participantCount' },
	wishers: { people: 'listWishers', own: 'listWishedEvents', count: 'wisherCount' },
} as const;

/** What a user sees of their relation to an event. */
async function look(person: Browser, { event, userId }: Truth, relation: keyof typeof relations) {
	const { people, own, count } = relations[relation];
	const { [count]: total } = await read(person, 'getEvent', { id: event.id });
	const list = await read(person, own, { id: userId, status: 'ongoing', start: 0, count: 100 });
	// The page that the app reads: a write removes it from the shared cache.
	const { items } = await read(person, people, { id: event.id, start: 0, count: peoplePageSize });
	return {
		total,
		isOwn: list.items.some(({ id }) => id === event.id),
		isNamed: items.some(({ id }) => id === userId),
		/** Not every service lists those who take part. */
		people: items.length,
	};
}

/** Expects that a write changes what the user sees, by one. */
export async function expectChange(
	person: Browser,
	truth: Truth,
	name: 'joinEvent' | 'leaveEvent' | 'wishEvent' | 'unwishEvent',
): Promise<void> {
	const relation = name === 'wishEvent' || name === 'unwishEvent' ? 'wishers' : 'participants';
	const isOn = name === 'joinEvent' || name === 'wishEvent';
	const { id } = truth.event;
	const before = await look(person, truth, relation);
	const parameters = name === 'joinEvent' ? { id, participate_date: truth.day } : { id };
	expect((await write(person, name, parameters)).status, name).toBe(202);
	// A double tap changes nothing, whether it is accepted or rejected.
	if (name === 'joinEvent') expect((await write(person, name, parameters)).status).toBeLessThan(500);
	const after = await look(person, truth, relation);
	expect([name, after.total, after.isOwn]).toEqual([name, before.total + (isOn ? 1 : -1), isOn]);
	const isWhole = after.people > 0 && after.total <= peoplePageSize;
	if (isWhole && (relation === 'wishers' || before.isNamed || after.isNamed))
		expect([name, after.isNamed]).toEqual([name, isOn]);
}
