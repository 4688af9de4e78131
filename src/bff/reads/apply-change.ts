/** What a change means for shared responses: which of them it overtakes, and which counters it corrects. */
import { operationPath, personLists } from '../../contract/spec/operations.ts';
import type { Change, Write } from './changes.ts';
import { editOwnList } from './own-lists.ts';
import type { CachedResponse, SharedCache } from './shared-cache.ts';
import { type DatedCounters, repairCounters } from './wire-body.ts';

/** Whether a write has changed what is at a path: the lists of the event's people, and those of the writer. */
function isOvertaken({ eventId, userId }: Write): (path: string) => boolean {
	const people = `${operationPath('getEvent', { id: eventId })}/`;
	const lists = personLists.map((name) => operationPath(name, { id: userId }));
	return (path) => path.startsWith(people) || lists.includes(path.split('?', 1)[0] ?? '');
}

/** Applies a change to the responses in memory. Applying it twice changes nothing more. */
export function applyChange(cache: Pick<SharedCache, 'forget' | 'repair'>, change: Change): void {
	if (change.kind === 'write') cache.forget(isOvertaken(change));
	else if (change.kind === 'counters') cache.repair(change);
}

const [eventPath, ...listPaths] = (['getEvent', ...personLists] as const).map((name) =>
	operationPath(name, { id: '' }),
) as [string, ...string[]];

/** The same for one path and many writes: whose list it is, or of which event. */
function createIsOvertakenAt(path: string): (write: Pick<Write, 'userId' | 'eventId'>) => boolean {
	const [pathname = ''] = path.split('?', 1);
	const [, parent = '', last = ''] = /^(.*\/)(.*)$/s.exec(pathname) ?? [];
	if (listPaths.includes(parent)) {
		const person = decodeURIComponent(last);
		return ({ userId }) => userId === person;
	}
	if (!parent.startsWith(eventPath) || parent === eventPath) return () => false;
	const event = decodeURIComponent(parent.slice(eventPath.length, -1));
	return ({ eventId }) => eventId === event;
}

/** Collects changes of counters, so that the body is read and written once, however many there are. */
function createRepairs({ events = [] }: CachedResponse) {
	const ids = new Set(events.map(({ id }) => id));
	const latest = new Map<string, DatedCounters>();
	return {
		add({ id, counters, readAt }: DatedCounters) {
			const known = latest.get(id);
			if (!ids.has(id) || (known !== undefined && known.readAt > readAt)) return;
			latest.set(id, { id, counters: { ...known?.counters, ...counters }, readAt });
		},
		applyTo(response: CachedResponse): CachedResponse {
			if (latest.size === 0) return response;
			const body = [...latest.values()].reduce<unknown>(repairCounters, JSON.parse(response.body));
			return { ...response, body: JSON.stringify(body) };
		},
	};
}

/** The response with the changes that came after it, or undefined when one of them has overtaken it. */
export function correctResponse(
	path: string,
	response: CachedResponse,
	changes: readonly Change[],
): CachedResponse | undefined {
	const isOvertakenBy = createIsOvertakenAt(path);
	const repairs = createRepairs(response);
	for (const change of changes) {
		if (change.kind === 'counters') repairs.add(change);
		else if (change.kind === 'write' && isOvertakenBy(change)) return undefined;
	}
	return repairs.applyTo(response);
}

/** The same for a person's own list. */
export function correctOwnList(
	path: string,
	response: CachedResponse,
	changes: readonly Change[],
): CachedResponse | undefined {
	const isOfPerson = createIsOvertakenAt(path);
	let corrected = response;
	let repairs = createRepairs(corrected);
	for (const change of changes) {
		if (change.kind === 'counters') repairs.add(change);
		else if (change.kind === 'sign-out') {
			if (isOfPerson({ userId: change.userId, eventId: '' })) return undefined;
		} else if (isOfPerson(change)) {
			const edited = editOwnList(path, repairs.applyTo(corrected), change);
			if (edited === undefined) return undefined;
			corrected = edited;
			repairs = createRepairs(corrected);
		}
	}
	return repairs.applyTo(corrected);
}
