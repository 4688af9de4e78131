/** Events that began weeks ago, and whose end the service doesn't send, while its lists contain them. */
import { expect, it } from 'vitest';
import { feedPath } from '../../src/contract/bff-api/feeds.ts';
import type { Front } from '../../src/contract/bff-api/front.ts';
import type { OwnEvents } from '../../src/contract/bff-api/relations.ts';
import type { SearchResponse } from '../../src/contract/bff-api/search.ts';
import { addDays, dayMs, dayOf, wallClockAt } from '../../src/contract/event/wall-clock.ts';
import { answer, eventOn, fakeEvent, listOf } from './fake-service.ts';
import { startSignedIn } from './start-site.ts';

it('an event without an end is long-running wherever the service lists it', async () => {
	const timeZone = 'Asia/Shanghai';
	const now = Date.parse('2026-11-20T12:00:00Z');
	const at = (days: number) => dayOf(wallClockAt(now + days * dayMs, timeZone));
	const { service, browser } = await startSignedIn({ timeZone, clock: () => now });
	const begun = { ...fakeEvent, begin_time: `${at(-50)} 10:00:00` };
	const events = [
		{ ...begun, id: 'missing', end_time: undefined },
		{ ...begun, id: 'equal', end_time: `${at(-50)} 00:00:00` },
		{ ...begun, id: 'zero', end_time: '0000-00-00 00:00:00' },
		{ ...begun, id: 'far', end_time: '9999-12-31 23:59:59' },
	];
	const ids = events.map(({ id }) => id).toSorted();
	service.handler = answer('/v2/event/', listOf(...events, eventOn(at(2), { id: 'soon' })));
	const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id).toSorted();

	const { running, today } = await browser.json<Front>('/front/cities/beijing');
	expect([idsOf(running), idsOf(today)]).toEqual([ids, []]);
	const search = async (query: string) => {
		const { hits, running } = await browser.json<SearchResponse>(`/search/cities/beijing?${query}`);
		return [idsOf(hits.map(({ event }) => event)), running];
	};
	expect(await search(`day=${at(0)}`)).toEqual([ids, 4]);
	expect(await search(`from=${at(1)} 00:00:00&to=${at(2)} 00:00:00`)).toEqual([ids, 4]);
	expect(await search(`day=${addDays(at(-50), -1)}`)).toEqual([[], 0]);
	const own = await browser.json<OwnEvents>('/api/me/events?relation=participated&status=ongoing');
	expect(idsOf(own.events)).toEqual([...ids, 'soon'].toSorted());

	const embed = await browser.text('/embed/cities/beijing?day_type=future&count=1');
	expect(embed).toContain('/events/soon');
	for (const format of ['ics', 'atom'] as const) {
		const feed = await browser.text(
			feedPath('beijing', format, { dayType: 'future', type: 'all', locale: 'en' }),
		);
		expect(feed).toContain('/events/far');
		expect(feed).not.toContain('9999');
	}
});
