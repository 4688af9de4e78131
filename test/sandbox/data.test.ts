import { describe, expect, it } from 'vitest';
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import { renderPoster } from '../../src/sandbox/data/images.ts';
import { seedData } from '../../src/sandbox/data/seed.ts';
import { dayOf, weekdayOf } from '../../src/sandbox/dates.ts';
import { startTestSandbox } from './start-sandbox.ts';

const now = '2026-11-22 07:05:00';
const demo = seedData({ seed: 20_261, now, size: 'demo' });
const upcoming = demo.events.filter(({ end_time }) => end_time > now);
const timeOfDay = (time: string) => time.slice(11, 16);

it('seeded data are the same from the same seed', () => {
	expect(seedData({ seed: 20_261, now, size: 'demo' })).toEqual(demo);
});

describe('the seeded events', () => {
	it('say in their text when they begin, and what they cost', () => {
		for (const { title, content, begin_time, end_time, is_priv } of upcoming) {
			expect([title, content]).toEqual([title, expect.stringMatching(/¥\d+|免费|[Ff]ree/)]);
			const isOneEvening = dayOf(begin_time) === dayOf(end_time);
			if (isOneEvening && !is_priv)
				expect([title, content]).toEqual([title, expect.stringContaining(timeOfDay(begin_time))]);
		}
	});

	it('take place on the day and at the time of day that their title has', () => {
		for (const { title, begin_time } of demo.events) {
			if (/Sunday/.test(title)) expect([title, weekdayOf(dayOf(begin_time))]).toEqual([title, 0]);
			if (/夜跑|午夜场|after hours/i.test(title)) expect(timeOfDay(begin_time) >= '18:00').toBe(true);
			if (/晨间/.test(title)) expect(timeOfDay(begin_time) < '10:00').toBe(true);
		}
	});

	it.each([
		['jazz', /jazz/i, /爵士/],
		['film', /film|cinema|retrospective/i, /电影|影展|放映/],
		['yoga', /yoga/i, /瑜伽/],
		['what children like', /kids|family/i, /亲子|儿童/],
		['a market', /market/i, /市集/],
		['football', /football/i, /足球/],
		['a lecture', /lecture/i, /讲座/],
	])('have %s in the largest cities, for readers of English and of Chinese', (_, english, chinese) => {
		for (const city of ['108288', '108296']) {
			const titles = upcoming.filter(({ loc_id }) => loc_id === city).map(({ title }) => title);
			for (const pattern of [english, chinese])
				expect(titles.filter((title) => pattern.test(title)).length).toBeGreaterThan(1);
		}
	});

	it('are far more popular at the top of a city than in its middle', () => {
		for (const city of ['108288', '108296']) {
			const going = upcoming
				.filter(({ loc_id, is_priv }) => loc_id === city && !is_priv)
				.map(({ id }) => demo.participations.filter(({ event_id }) => event_id === id).length)
				.toSorted((a, b) => b - a);
			const middle = going[going.length >> 1] ?? 0;
			expect(going[0]).toBeGreaterThan(100);
			expect(going[4]).toBeGreaterThan(10 * middle);
		}
	});

	it('have posters that differ within a type', async () => {
		const posters = await Promise.all(
			Array.from({ length: 12 }, (_, index) =>
				renderPoster({ eventId: String(index), category: 'music', size: 'medium' }),
			),
		);
		expect(new Set(posters.map((poster) => poster.toString('base64'))).size).toBe(12);
	});
});

describe('an invitation', () => {
	it('shows a private event to who is invited, and to nobody else', async () => {
		const { call, issue } = await startTestSandbox();
		const [bob, alice, other] = await Promise.all(['1002', '1001', '1010'].map((id) => issue(id)));
		const created = await call<WireEventList>('GET', '/v2/event/user_created/1002?count=100', {
			token: bob?.access_token,
		});
		const hidden = created.body.events.find(({ is_priv }) => is_priv === 'yes');
		expect(hidden).toBeDefined();
		const read = (token: string | undefined) => call<WireEvent>('GET', `/v2/event/${hidden?.id}`, { token });
		expect((await read(alice?.access_token)).body.has_invited).toBe('yes');
		expect((await read(bob?.access_token)).body.has_invited).toBe('no');
		expect((await read(undefined)).status).toBe(400);
		const guests = await call<{ users: { id: string }[] }>(
			'GET',
			`/v2/event/${hidden?.id}/participants?count=100`,
			{ token: bob?.access_token },
		);
		if (!guests.body.users.some(({ id }) => id === '1010'))
			expect((await read(other?.access_token)).status).toBe(400);
	});

	it('exists for public events too', async () => {
		const invited = demo.invitations
			.filter(({ user_id }) => user_id === '1001')
			.map(({ event_id }) => event_id);
		expect(demo.events.some(({ id, is_priv }) => !is_priv && invited.includes(id))).toBe(true);
	});
});
