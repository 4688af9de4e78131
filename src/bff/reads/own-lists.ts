/**
 * A person's own lists, kept for their next visit. What the person does here is written into them; what they do elsewhere
 * is in them when the list is not fresh any more. A list with an event that is not public is not kept. When the person signs
 * out somewhere, the lists are dropped everywhere: another browser of theirs has to read them again, which is two calls.
 */
import { type Event, isPublic } from '../../contract/event/event.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import { type List, readEventList } from '../../contract/event/lists.ts';
import { type OperationName, operationPath, relationLists } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../service/client.ts';
import type { Change, Write } from './changes.ts';
import type { CachedResponse, SharedCache } from './shared-cache.ts';
import { signInParts } from './sign-in-parts.ts';
import type { SignPictures } from './sign-pictures.ts';
import { cutList, elementsById, withElement, withoutElement } from './wire-body.ts';

/** Milliseconds for which an own list is fresh. */
export const ownListFreshness = 1_200_000;
/** Bytes of the own lists of all persons, in the memory of a process. */
export const maxOwnListBytes = 32 * 1024 * 1024;

type OwnList = (typeof relationLists)[number];

/** Which list a write changes, and whether the event is in it afterwards. */
const effects: Partial<Record<OperationName, { list: OwnList; isIn: boolean }>> = {
	joinEvent: { list: 'listParticipatedEvents', isIn: true },
	leaveEvent: { list: 'listParticipatedEvents', isIn: false },
	wishEvent: { list: 'listWishedEvents', isIn: true },
	unwishEvent: { list: 'listWishedEvents', isIn: false },
};

export const isOwnList = (name: OperationName): boolean => relationLists.some((each) => each === name);

const pathnameOf = (path: string) => path.split('?', 1)[0] ?? '';

/** Whether a path is that of a list of a person. */
export function isOwnListOf(userId: string): (path: string) => boolean {
	const paths = relationLists.map((name) => operationPath(name, { id: userId }));
	return (path) => paths.includes(pathnameOf(path));
}

/** Whether a response is the whole list: only then is it known what a write makes of it. */
function isWhole(path: string, body: unknown): boolean {
	const { searchParams } = new URL(path, 'http://service.invalid');
	const { sent, total } = readEventList(body);
	return !searchParams.has('status') && Number(searchParams.get('start') ?? 0) === 0 && total === sent;
}

/**
 * The list with what a write has changed; undefined when that is not known, so that it must be fetched again.
 *
 * @param response of a list with public events only
 */
export function editOwnList(
	path: string,
	response: CachedResponse,
	write: Write,
): CachedResponse | undefined {
	if (!isOwnListOf(write.userId)(path)) return response;
	const effect = write.operation && effects[write.operation];
	if (effect === undefined) return undefined;
	const body: unknown = JSON.parse(response.body);
	const isIn = elementsById(body).has(write.eventId);
	// Joining may end a wish at the service, and the other way round (gap register, `own-relation`).
	if (operationPath(effect.list, { id: write.userId }) !== pathnameOf(path))
		return isIn ? undefined : response;
	if (isIn === effect.isIn) return response;
	if (!isWhole(path, body)) return undefined;
	const events = (response.events ?? []).filter(({ id }) => id !== write.eventId);
	if (!effect.isIn) return { ...response, body: JSON.stringify(withoutElement(body, write.eventId)), events };
	if (write.element === undefined) return undefined;
	return {
		...response,
		body: JSON.stringify(withElement(body, write.element)),
		events: [{ id: write.eventId, isPublic: true }, ...events],
	};
}

/** A response in the form that is kept: cut, with its pictures signed; not for keeping unless all its events are public. */
export async function toOwnList(
	{ status, body, error }: ServiceResponse,
	signPictures: SignPictures,
): Promise<CachedResponse> {
	const { body: cut, wasCut } = cutList(body);
	const signed = await signInParts(signPictures, cut);
	const response = { status, code: error?.code, body: JSON.stringify(signed ?? {}), wasCut };
	const list = status === 200 ? readable(signed) : null;
	const isPublicList = list !== null && list.dropped.length === 0 && list.items.every(isPublic);
	if (!isPublicList) return { ...response, isForNobodyElse: true };
	return { ...response, events: list.items.map(({ id }) => ({ id, isPublic: true })) };
}

function readable(body: unknown): List<Event> | null {
	try {
		return readEventList(body);
	} catch (error) {
		if (error instanceof UnreadableError) return null;
		throw error;
	}
}

/** Applies a change to the own lists in memory. Applying it twice changes nothing more. */
export function applyToOwnLists(lists: SharedCache, change: Change): void {
	if (change.kind === 'counters') lists.repair(change);
	else if (change.kind === 'sign-out') lists.forget(isOwnListOf(change.userId));
	else lists.edit(isOwnListOf(change.userId), (path, response) => editOwnList(path, response, change));
}
