import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/event.ts';
import { groupEvents } from '../../../../src/web/features/city-list/group-events.ts';

/** Events of one evening (`s`) and of a month (`l`), numbered in their order. */
const listOf = (kinds: string) =>
	[...kinds].map((kind, id) =>
		readEvent({
			id: String(id),
			title: `Event ${id}`,
			begin_time: '2026-11-20 19:00:00',
			end_time: kind === 'l' ? '2026-12-20 19:00:00' : '2026-11-20 22:00:00',
		}),
	);
const grouped = (kinds: string) => {
	const { onTheseDays, alsoRunning, further } = groupEvents(listOf(kinds));
	return [onTheseDays, alsoRunning, further].map((group) => group.map(({ id }) => Number(id)));
};

/** A first page, all but one of it short. */
const page = `${'s'.repeat(9)}l${'s'.repeat(10)}`;

describe('the groups of a list', () => {
	it('are what is on during these days, and what also runs for weeks', () => {
		expect(grouped('slsl')).toEqual([[0, 2], [1, 3], []]);
	});

	it('grow at the end of the page only', () => {
		for (const rest of ['l', 's', 'sl', 'lsl', 'ssll']) {
			const before = grouped(page).flat();
			const after = grouped(page + rest).flat();
			expect([rest, after.slice(0, before.length)]).toEqual([rest, before]);
		}
	});

	it('continue those of the first page, until an event would be above others', () => {
		const [onTheseDays, alsoRunning, further] = grouped(`${page}lsl`);
		expect(onTheseDays).toHaveLength(19);
		expect(alsoRunning).toEqual([9, 20]);
		expect(further).toEqual([21, 22]);
		expect(grouped(`${'s'.repeat(20)}ssl`)[0]).toHaveLength(22);
	});
});
