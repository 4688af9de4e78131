import { expect, it } from 'vitest';
import { overlap } from '../../../src/contract/event/overlap.ts';
import type { EventTimes } from '../../../src/contract/event/times.ts';
import type { WallClock } from '../../../src/contract/event/wall-clock.ts';

const at = (begin: string | null, end: string | null): EventTimes => ({
	begin: begin as WallClock | null,
	end: end as WallClock | null,
});
const evening = at('2026-11-21 19:00:00', '2026-11-21 21:00:00');

it.each([
	['overlapping in the middle', at('2026-11-21 20:00:00', '2026-11-21 22:00:00'), true],
	['with the same start', at('2026-11-21 19:00:00', '2026-11-21 19:30:00'), true],
	['over several days', at('2026-11-20 10:00:00', '2026-11-23 18:00:00'), true],
	['without an end, begun earlier', at('2026-11-21 18:00:00', null), true],
	['without an end, begun in between', at('2026-11-21 20:00:00', null), true],
	['one right after the other', at('2026-11-21 21:00:00', '2026-11-21 23:00:00'), false],
	['on another day', at('2026-11-22 19:00:00', '2026-11-22 21:00:00'), false],
	['of which one runs for weeks', at('2026-11-01 10:00:00', '2026-12-24 18:00:00'), false],
	['of which one has no start', at(null, null), false],
])('two events overlap, or do not: %s', (_, other, expected) => {
	expect([overlap(evening, other), overlap(other, evening)]).toEqual([expected, expected]);
});
