import { describe, expect, it } from 'vitest';
import { applyChange, correctOwnList, correctResponse } from '../../../src/bff/reads/apply-change.ts';
import type { Change } from '../../../src/bff/reads/changes.ts';
import type { CachedResponse } from '../../../src/bff/reads/shared-cache.ts';
import { operationPath } from '../../../src/contract/spec/operations.ts';

const write = (eventId: string, userId: string): Change => ({ kind: 'write', eventId, userId });
const counters = (id: string, participant_count: number, readAt = 0): Change => ({
	kind: 'counters',
	id,
	counters: { participant_count },
	readAt,
});
const listOf = (...ids: string[]): CachedResponse => ({
	status: 200,
	body: JSON.stringify({ count: ids.length, total: ids.length, events: ids.map((id) => ({ id })) }),
	events: ids.map((id) => ({ id, isPublic: true })),
});
const bodyOf = (response: CachedResponse | undefined) => response && JSON.parse(response.body);

/** Identifiers, also ones that a URL changes, and ones that begin like another. */
const ids = ['1', '10', 'a b', '活动/1', '%41', 'list'];
const paths = ids.flatMap((id) => [
	operationPath('getEvent', { id }),
	operationPath('listParticipants', { id, start: 0, count: 20 }),
	operationPath('listWishers', { id }),
	operationPath('listWishedEvents', { id, status: 'future' }),
	operationPath('listParticipatedEvents', { id }),
	operationPath('listCreatedEvents', { id }),
	operationPath('listEvents', { loc: id }),
	operationPath('getLoc', { id }),
]);

describe('a response that is older than changes', () => {
	it('is overtaken by the same writes as a response in memory', () => {
		for (const eventId of ids)
			for (const userId of ids) {
				const change = write(eventId, userId);
				let isForgotten = (_path: string) => false;
				const forget = (isChanged: typeof isForgotten) => {
					isForgotten = isChanged;
				};
				applyChange({ forget, repair: () => false }, change);
				const kept = paths.filter((path) => correctResponse(path, listOf(), [change]) !== undefined);
				expect(kept).toEqual(paths.filter((path) => !isForgotten(path)));
				expect(kept.length).toBeLessThan(paths.length);
			}
	});

	it('has the last counters of each of its events, and is the same response without any', () => {
		const response = listOf('1', '2');
		const path = operationPath('listEvents', { loc: '1' });
		const changes = [counters('1', 5), counters('2', 7), counters('9', 1), counters('1', 6)];
		expect(bodyOf(correctResponse(path, response, changes)).events).toEqual([
			{ id: '1', participant_count: 6 },
			{ id: '2', participant_count: 7 },
		]);
		expect(correctResponse(path, response, [counters('9', 1), write('1', '42')])).toBe(response);
	});

	it('has the counters of the read that began last, and in their order those of a version that does not say when', () => {
		const path = operationPath('listEvents', { loc: '1' });
		const corrected = (changes: Change[]) => bodyOf(correctResponse(path, listOf('1'), changes)).events[0];
		expect(corrected([counters('1', 6, 2), counters('1', 5, 1)])).toMatchObject({ participant_count: 6 });
		const older = { kind: 'counters', id: '1', counters: { participant_count: 7 } } as Change;
		expect(corrected([counters('1', 6, 2), older])).toMatchObject({ participant_count: 7 });
		expect(corrected([older, counters('1', 6, 2)])).toMatchObject({ participant_count: 6 });
	});

	it('has its events looked at once, not once for each change', () => {
		let looks = 0;
		const { events, ...rest } = listOf('1', '2');
		const response: CachedResponse = {
			...rest,
			get events() {
				looks++;
				return events ?? [];
			},
		};
		const path = operationPath('listWishedEvents', { id: '42' });
		const changes = Array.from({ length: 1_000 }, (_, index) => counters(`other-${index}`, index));
		const corrected = correctOwnList(path, response, [
			...changes,
			write('1', 'somebody-else'),
			counters('1', 6),
		]);
		expect(looks).toBeLessThan(5);
		expect(bodyOf(corrected).events[0]).toEqual({ id: '1', participant_count: 6 });
	});
});
