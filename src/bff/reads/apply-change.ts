/** What a change means for shared responses: which of them it overtakes, and which counters it corrects. */
import { operationPath } from '../../contract/spec/operations.ts';
import type { Change } from './changes.ts';
import { editOwnList } from './own-lists.ts';
import type { CachedResponse, SharedCache } from './shared-cache.ts';
import { repairCounters } from './wire-body.ts';

/** Lists of a person's events: joining and wishing change them. */
const relationLists = ['listCreatedEvents', 'listParticipatedEvents', 'listWishedEvents'] as const;

/** Whether a write has changed what is at a path: the lists of the event's people, and those of the writer. */
function isOvertaken({ eventId, userId }: Extract<Change, { kind: 'write' }>): (path: string) => boolean {
	const people = `${operationPath('getEvent', { id: eventId })}/`;
	const lists = relationLists.map((name) => operationPath(name, { id: userId }));
	return (path) => path.startsWith(people) || lists.includes(path.split('?', 1)[0] ?? '');
}

/** Applies a change to the responses in memory. Applying it twice changes nothing more. */
export function applyChange(cache: Pick<SharedCache, 'forget' | 'repair'>, change: Change): void {
	if (change.kind === 'write') cache.forget(isOvertaken(change));
	else cache.repair(change);
}

/** The response with the changes that came after it, or undefined when one of them has overtaken it. */
export function correctResponse(
	path: string,
	response: CachedResponse,
	changes: readonly Change[],
): CachedResponse | undefined {
	const ids = new Set(response.events?.map(({ id }) => id));
	let body: unknown;
	for (const change of changes) {
		if (change.kind === 'write' && isOvertaken(change)(path)) return undefined;
		if (change.kind === 'counters' && ids.has(change.id))
			body = repairCounters(body ?? JSON.parse(response.body), change);
	}
	return body === undefined ? response : { ...response, body: JSON.stringify(body) };
}

/** The same for a person's own list. */
export function correctOwnList(
	path: string,
	response: CachedResponse,
	changes: readonly Change[],
): CachedResponse | undefined {
	let corrected: CachedResponse | undefined = response;
	for (const change of changes) {
		if (corrected === undefined) return undefined;
		corrected =
			change.kind === 'write'
				? editOwnList(path, corrected, change)
				: correctResponse(path, corrected, [change]);
	}
	return corrected;
}
