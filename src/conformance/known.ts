/** Finds an event, a city and a user of the service that checks can call it about. */
import type { Event } from '../contract/event/event.ts';
import { type List, readEventList, readLocList, readUserList } from '../contract/event/lists.ts';
import { operationPath, personLists, relationLists } from '../contract/spec/operations.ts';
import { NotJudged } from './check.ts';
import type { Known, Service } from './service.ts';
import { tryRead } from './tolerant-read.ts';

/** Cities that are searched for one with events. */
const maxCities = 12;
/** Events whose participants are searched for a user. */
const maxEvents = 3;
/** Users whose lists are read, to find one with something in each. */
const maxUsers = 6;

const itemsOf = async <Item>(
	service: Service,
	path: string,
	readList: (value: unknown) => List<Item>,
): Promise<readonly Item[]> => tryRead(readList, (await service.read(path)).json)?.items ?? [];

/** Whether checks may be about this event: who sees a private one by itself, and its people, is left open. */
export const isNotPrivate = ({ privacy }: Event): boolean => privacy !== 'private';

/** The event with the most users in both of its lists, so that these have something to judge. */
function chooseEvent(events: readonly Event[]): Event | undefined {
	const users = (event: Event) => Math.min(event.participantCount, event.wisherCount);
	return events.filter(isNotPrivate).toSorted((left, right) => users(right) - users(left))[0];
}

async function canRead(service: Service, path: string): Promise<boolean> {
	try {
		await service.read(path);
		return true;
	} catch (error) {
		if (error instanceof NotJudged) return false;
		throw error;
	}
}

/** What checks of a user's own lists need: two elements for order and paging, and something that is over for time. */
const needs = [
	...personLists.map((operation) => ({ operation, query: {}, count: 2 })),
	...relationLists.map((operation) => ({ operation, query: { status: 'expired' }, count: 1 })),
];

/** How many of {@link needs} the user's own lists meet, as far as they may be read. */
async function countMet(service: Service, id: string): Promise<number> {
	let met = 0;
	for (const { operation, query, count } of needs) {
		const path = operationPath(operation, { id, ...query });
		if (!(await canRead(service, path))) return met;
		if ((await itemsOf(service, path, readEventList)).length >= count) met += 1;
	}
	return met;
}

/** Who takes part in these events or created them, each once. */
async function findCandidates(service: Service, events: readonly Event[]): Promise<readonly string[]> {
	const participants: string[] = [];
	const withUsers = events.filter((event) => isNotPrivate(event) && event.participantCount > 0);
	for (const { id } of withUsers.slice(0, maxEvents)) {
		const path = operationPath('listParticipants', { id });
		if (!(await canRead(service, path))) break;
		participants.push(...(await itemsOf(service, path, readUserList)).slice(0, 1).map((user) => user.id));
	}
	const owners = events.flatMap(({ owner }) => owner?.id ?? []);
	return [...new Set([...participants, ...owners])].slice(0, maxUsers);
}

/** The user of some events whose own lists have most to judge; the token's own where the service shows no others. */
async function findUser(service: Service, events: readonly Event[]): Promise<string | null> {
	const candidates = await findCandidates(service, events);
	let best: { readonly id: string; readonly met: number } | null = null;
	for (const id of candidates) {
		if (!(await canRead(service, operationPath('listParticipatedEvents', { id })))) continue;
		const met = await countMet(service, id);
		if (best === null || met > best.met) best = { id, met };
		if (met === needs.length) break;
	}
	return best?.id ?? service.tokens.userId ?? candidates[0] ?? null;
}

async function search(service: Service): Promise<Omit<Known, 'why'>> {
	const { locId: given } = service.options;
	const locs = await itemsOf(service, operationPath('listLocs'), readLocList);
	const candidates = given === null ? locs.slice(0, maxCities).map(({ id }) => id) : [given];
	for (const locId of candidates) {
		const events = await itemsOf(service, operationPath('listEvents', { loc: locId }), readEventList);
		const event = chooseEvent(events);
		if (event !== undefined) return { locId, eventId: event.id, userId: await findUser(service, events) };
	}
	if (given === null) {
		const events = await itemsOf(service, operationPath('listEvents'), readEventList);
		const event = chooseEvent(events.filter(({ locId }) => locId !== ''));
		if (event !== undefined)
			return { locId: event.locId, eventId: event.id, userId: await findUser(service, events) };
	}
	return { locId: candidates[0] ?? null, eventId: null, userId: service.tokens.userId };
}

/** Searches the service. What may not be read is not known. */
export async function findKnown(service: Service): Promise<Known> {
	try {
		return { ...(await search(service)), why: 'the service listed none' };
	} catch (error) {
		if (!(error instanceof NotJudged)) throw error;
		const { locId } = service.options;
		return { locId, eventId: null, userId: service.tokens.userId, why: error.message };
	}
}
