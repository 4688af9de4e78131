import { describe, expect, it } from 'vitest';
import { frontOf } from '../../../src/bff/pages/front.ts';
import type { Front } from '../../../src/contract/bff-api/front.ts';
import { readWallClock } from '../../../src/contract/event/wall-clock.ts';
import {
	answer,
	eventOn,
	fakeEvent,
	listOf,
	reject,
	sendError,
	sendJson,
	startFakeService,
} from '../fake-service.ts';
import { pageDataOf } from '../page-data-of.ts';
import { publicEvent } from '../public-event.ts';
import { startTestBff } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

/** A Friday. */
const friday = readWallClock('2026-11-20 18:00:00');
const event = (id: string, begin: string, end: string, fields: object = {}) =>
	publicEvent({ id, begin_time: `2026-${begin}:00`, end_time: `2026-${end}:00`, ...fields });

const begun = event('begun', '11-20 17:00', '11-20 23:00');
const late = event('late', '11-20 22:00', '11-21 03:00');
const evening = event('evening', '11-20 20:00', '11-20 22:00');
const saturday = event('saturday', '11-21 10:00', '11-21 12:00');
const liked = event('liked', '12-05 10:00', '12-05 12:00', { wisher_count: 90 });
const unknown = event('unknown', '12-06 10:00', '12-06 12:00', { participant_count: 0, wisher_count: 0 });
const running = event('running', '10-01 10:00', '12-31 18:00');
const ending = event('ending', '10-01 10:00', '11-22 18:00');
const opening = event('opening', '12-01 10:00', '12-31 18:00', { participant_count: 40 });
const none = { today: [], weekend: [], future: [] };

const rowsOf = ({ today, weekend, popular, upcoming, running: ongoing }: Front) =>
	Object.entries({ today, weekend, popular, upcoming, ongoing }).map(([name, row]) =>
		[name, ...row.map(({ id }) => id)].join(' '),
	);

describe('a city’s front page', () => {
	const all = [running, unknown, opening, liked, saturday, late, ending, evening, begun];

	it('sorts the listed events into its rows, each event once, whatever their order', () => {
		const expected = [
			'today evening late begun',
			'weekend saturday',
			'popular liked opening',
			'upcoming unknown',
			'ongoing ending running',
		];
		for (const future of [all, all.toReversed()])
			expect(rowsOf(frontOf({ ...none, future }, friday))).toEqual(expected);
		expect(rowsOf(frontOf({ today: all, weekend: all, future: all }, friday))).toEqual(expected);
		expect(rowsOf(frontOf({ ...none, future: [unknown, late] }, friday))[3]).toBe('upcoming unknown');
	});

	it('fills the row of today with short events that are on now, unless they have closed for today', () => {
		const days = event('days', '11-19 10:00', '11-21 17:30');
		const started = ['13', '14', '12', '15', '16'].map((hour) =>
			event(hour, `11-20 ${hour}:00`, '11-20 23:00', { wisher_count: Number(hour) }),
		);
		const rows = rowsOf(frontOf({ ...none, future: [running, days, ...started, late, evening] }, friday));
		expect(rows[0]).toBe('today evening late 13 14 15 16');
		expect(rows[2]).toBe('popular 12 days');
	});

	it('trusts the service’s lists if the time at the service is unknown', () => {
		const lists = { today: [running, evening], weekend: [saturday, running], future: [liked, ending] };
		expect(rowsOf(frontOf(lists, null))).toEqual([
			'today evening',
			'weekend saturday',
			'popular liked ending',
			'upcoming',
			'ongoing running',
		]);
	});

	it('shows upcoming events by start if no one has joined any, without those already running', () => {
		const alone = { participant_count: 0, wisher_count: 0 };
		const days = ['25', '24', '26', '28', '27'];
		const week = days.map((day) => event(day, `11-${day} 10:00`, `11-${day} 12:00`, alone));
		const runs = Array.from({ length: 20 }, (_, index) =>
			event(`runs ${index}`, '10-01 10:00', '11-23 18:00', alone),
		);
		const opens = event('opens', '12-01 10:00', '12-31 18:00', alone);
		const rows = rowsOf(frontOf({ ...none, future: [...runs, opens, ...week] }, friday));
		expect(rows.slice(0, 4)).toEqual(['today', 'weekend', 'popular', 'upcoming 24 25 26 27 28 opens']);
		const unknownTime = rowsOf(frontOf({ ...none, today: runs, future: [...runs, opens, ...week] }, null));
		expect(unknownTime.slice(0, 4)).toEqual(rows.slice(0, 4));
		const busy = days.map((day) => event(`busy ${day}`, `11-${day} 10:00`, `11-${day} 12:00`));
		expect(rowsOf(frontOf({ ...none, future: [...week, ...busy] }, friday))[3]).toBe('upcoming 24');
	});
});

describe('GET /front/cities/:uid, and the page that embeds it', () => {
	it('cost three list calls once, however many visitors come', async () => {
		const { service, bff } = await startSite({ handler: answer('/v2/event/list', listOf(fakeEvent)) });
		const front = await bff.browser().json<Front>('/front/cities/beijing');
		expect([front.popular, front.today, front.weekend, front.upcoming].flat()).toHaveLength(1);
		expect(JSON.stringify(front)).not.toMatch(/"text"|Owner|l\.jpg|lm\.jpg/);
		const { front: inside } = pageDataOf(await bff.browser().text('/cities/beijing?utm=x'));
		expect(inside).toEqual(front);
		expect(service.calls.filter(({ url }) => url.includes('/event/list')).map(({ url }) => url)).toEqual(
			expect.arrayContaining([
				'/v2/event/list?loc=108288&day_type=today&type=all&start=0&count=20',
				'/v2/event/list?loc=108288&day_type=weekend&type=all&start=0&count=20',
				'/v2/event/list?loc=108288&day_type=future&type=all&start=0&count=100',
			]),
		);
		expect(service.calls.filter(({ url }) => url.includes('/event/list'))).toHaveLength(3);
	});

	it('embed the first two rows with events, and in a search without words only the posters of types', async () => {
		const { service, browser } = await startSite({
			clock: () => Date.parse('2026-11-20T12:00:00Z'),
			timeZone: 'UTC',
		});
		const events = ['2026-11-20', '2026-12-05', '2026-10-01'].map((day, index) =>
			eventOn(day, { id: String(index), category: 'music' }),
		);
		const running = { ...events.pop(), end_time: '2026-12-31 22:00:00' };
		service.handler = answer('/v2/event/list', listOf(...events, running));
		const filledOn = async (path: string) =>
			Object.entries(pageDataOf(await browser.text(path)).front ?? {})
				.filter(([, row]) => Object.keys(row).length > 0)
				.map(([name, row]) => [name, Object.keys(row)]);
		const posters = ['posters', ['music']];
		expect(await filledOn('/cities/beijing')).toEqual([['today', ['0']], ['popular', ['0']], posters]);
		expect(await filledOn('/cities/beijing/search')).toEqual([posters]);
	});

	it('cost one list call if signed-out visitors may not read lists', async () => {
		const { service, browser } = await startSite({ handler: reject(102, '/v2/event/list') });
		expect((await browser.get('/front/cities/beijing')).status).toBe(403);
		expect(service.calls.filter(({ url }) => url.includes('/event/list'))).toHaveLength(1);
	});

	it('use the lists that are available, and fail if none is', async () => {
		const service = await startFakeService();
		let lacks = /day_type=(today|weekend)/;
		service.handler = (call, response) => {
			if (!call.url.startsWith('/v2/event/list')) return undefined;
			if (lacks.test(call.url)) return sendError(response, call, 999);
			return sendJson(response, 200, { events: [null, fakeEvent, { title: 'no id' }] });
		};
		const some = await (await startTestBff(service.origin)).browser().get('/front/cities/beijing');
		expect(((await some.json()) as Front).popular.map(({ id }) => id)).toEqual(['10']);
		lacks = /list/;
		const browser = (await startTestBff(service.origin)).browser();
		expect((await browser.get('/front/cities/beijing')).status).toBe(502);
		expect(pageDataOf(await browser.text('/cities/beijing'))).toMatchObject({ front: null });
		expect((await browser.get('/front/cities/atlantis')).status).toBe(404);
	});
});
