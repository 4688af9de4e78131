import { expect, it } from 'vitest';
import { shownEvents } from '../../../../src/web/features/lists/shown-events.ts';
import { publicEvent } from '../../../bff/public-event.ts';

it('the size of a list is unknown while there is more and an event that the service counts is not shown', () => {
	const items = ['1', '2'].map((id) => publicEvent({ id }));
	const pages = [{ items, start: 0, sent: 2, total: 115, dropped: [] }];
	const totalOf = (hasMore: boolean, hidden?: string) =>
		shownEvents(pages, null, hasMore, ({ id }) => id !== hidden).total;
	expect([totalOf(true), totalOf(true, '1'), totalOf(false, '1')]).toEqual([115, null, 1]);
});
