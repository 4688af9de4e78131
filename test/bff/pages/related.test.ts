import { describe, expect, it } from 'vitest';
import { relatedTo } from '../../../src/bff/pages/related.ts';
import type { Related } from '../../../src/contract/bff-api/front.ts';
import { readWallClock } from '../../../src/contract/event/wall-clock.ts';
import { answer, fakeEvent, listOf, privateEvent, startFakeService } from '../fake-service.ts';
import { publicEvent } from '../public-event.ts';
import { startTestBff } from '../start-bff.ts';

const now = readWallClock('2026-11-20 18:00:00');
const other = { id: '2', name: 'Other' };
const event = (id: string, fields: object = {}) => publicEvent({ id, owner: other, ...fields });
const idsOf = ({ nearby, by }: Related) => [nearby.map(({ id }) => id), by.map(({ id }) => id)];

describe('the events related to an event', () => {
	const here = publicEvent();
	const near = event('near', { geo: '39.91 116.41' });
	const nearer = event('nearer', { geo: '39.9 116.401' });
	const far = event('far', { geo: '40.2 116.4' });
	const unplaced = event('unplaced', { geo: '0 0' });
	const nextDay = event('nextDay', { begin_time: '2026-11-22 19:00:00', end_time: '2026-11-22 21:00:00' });
	const weeks = event('weeks', { end_time: '2026-12-31 21:00:00' });
	const over = event('over', { begin_time: '2026-11-19 19:00:00', end_time: '2026-11-19 21:00:00' });
	const own = publicEvent({ id: 'own', begin_time: '2026-12-01 19:00:00', end_time: '2026-12-01 21:00:00' });

	it('are those nearby on its day, nearest first, and others by its creator', () => {
		const pool = [here, near, nearer, far, unplaced, nextDay, weeks, over, own];
		expect(idsOf(relatedTo(here, pool, now))).toEqual([['nearer', 'near'], ['own']]);
		expect(idsOf(relatedTo({ ...here, owner: null, geo: null }, pool, now))).toEqual([[], []]);
		expect(idsOf(relatedTo({ ...here, begin: null, end: null }, pool, null))).toEqual([[], ['own']]);
		const many = Array.from({ length: 9 }, (_, index) => event(`${index}`, { geo: '39.9 116.4' }));
		expect(relatedTo(here, many, now).nearby).toHaveLength(4);
	});

	it('come from the list that the front page uses, and do not exist for a private event', async () => {
		const service = await startFakeService();
		service.handler = answer('/v2/event/list', listOf(fakeEvent, { ...fakeEvent, id: '11', owner: other }));
		const read = async (path: string) => (await startTestBff(service.origin)).browser().get(path);
		const bff = await startTestBff(service.origin);
		await bff.browser().get('/cities/beijing');
		const before = service.calls.length;
		const related = await bff.browser().json<Related>('/front/events/10');
		expect(idsOf(related)).toEqual([['11'], []]);
		expect(service.calls.slice(before).filter(({ url }) => url.includes('/list'))).toEqual([]);
		service.handler = answer('/v2/event/10', privateEvent);
		expect(await (await read('/front/events/10')).json()).toEqual({ nearby: [], by: [] });
		expect((await read('/front/events/12')).status).toBe(404);
	});
});
