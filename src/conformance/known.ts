/** Finds an event, a city and a user of the service that checks can call it about, and reads lists about them. */
import {
	type OperationName,
	operationPath,
	type ParametersOf,
	personLists,
	relationLists,
} from '../contract/spec/operations.ts';
import { NotJudged, type ServiceResponse } from './call.ts';
import { type Event, elementsOf, eventsOf, idOf, usersOf } from './read.ts';
import type { Service } from './service.ts';

/** Identifiers that exist at the service; null when none was found. */
interface Known {
	readonly eventId: string | null;
	readonly locId: string | null;
	/** A user of the events found, whose own lists may be read and have most to judge. */
	readonly userId: string | null;
}

/** Cities that are searched for one with events. */
const maxCities = 12;
/** Events whose participants are searched for a user. */
const maxEvents = 3;
/** Users whose lists are read, to find one with something in each. */
const maxUsers = 6;

/** The event with the most users in both of its lists, so that these have something to judge. */
function chooseEvent(events: readonly Event[]): Event | undefined {
	const users = (event: Event) => Math.min(event.participantCount, event.wisherCount);
	// Who sees a private event by itself, and its people, is left open.
	return events
		.filter(({ isPrivate }) => !isPrivate)
		.toSorted((left, right) => users(right) - users(left))[0];
}

/** A read whose rejection says only that there is nothing to find here. */
async function readIfAllowed(service: Service, path: string): Promise<ServiceResponse | null> {
	try {
		return await service.read(path);
	} catch (error) {
		if (error instanceof NotJudged) return null;
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
		const list = await readIfAllowed(service, operationPath(operation, { id, ...query }));
		if (list === null) return met;
		if (eventsOf(list).length >= count) met += 1;
	}
	return met;
}

/** Who takes part in these events or created them, each once. */
async function findCandidates(service: Service, events: readonly Event[]): Promise<readonly string[]> {
	const participants: string[] = [];
	const withUsers = events.filter(({ isPrivate, participantCount }) => !isPrivate && participantCount > 0);
	for (const { id } of withUsers.slice(0, maxEvents)) {
		const list = await readIfAllowed(service, operationPath('listParticipants', { id }));
		if (list === null) break;
		participants.push(...(usersOf(list) ?? []).slice(0, 1).map(idOf));
	}
	const users = [...participants, ...events.map(({ ownerId }) => ownerId)].filter((id) => id !== '');
	return [...new Set(users)].slice(0, maxUsers);
}

/** The user of some events whose own lists have most to judge; the token's own where the service shows no others. */
async function findUser(service: Service, events: readonly Event[]): Promise<string | null> {
	const candidates = await findCandidates(service, events);
	let best: { readonly id: string; readonly met: number } | null = null;
	for (const id of candidates) {
		const list = await readIfAllowed(service, operationPath('listParticipatedEvents', { id }));
		if (list === null) continue;
		const met = await countMet(service, id);
		if (best === null || met > best.met) best = { id, met };
		if (met === needs.length) break;
	}
	return best?.id ?? service.tokens.userId ?? candidates[0] ?? null;
}

async function search(service: Service): Promise<Known> {
	const { locId: given } = service.options;
	const cities =
		given === null
			? elementsOf(await service.read(operationPath('listLocs')), 'locs')
					.slice(0, maxCities)
					.map(idOf)
			: [given];
	// Without a city that has events, any event will do.
	for (const loc of given === null ? [...cities, undefined] : cities) {
		const events = eventsOf(await service.read(operationPath('listEvents', { loc })));
		const event = chooseEvent(events.filter(({ locId }) => loc !== undefined || locId !== ''));
		if (event === undefined) continue;
		return { locId: loc ?? event.locId, eventId: event.id, userId: await findUser(service, events) };
	}
	return { locId: cities[0] ?? null, eventId: null, userId: service.tokens.userId };
}

/** The id of a known event, city or user. @throws NotJudged when there is none, or it may not be read */
export const knownId = async (service: Service, what: keyof Known): Promise<string> => {
	const known = await service.once('known', async () => {
		try {
			return { ...(await search(service)), why: 'the service listed none' };
		} catch (error) {
			if (!(error instanceof NotJudged)) throw error;
			const { locId } = service.options;
			return { locId, eventId: null, userId: service.tokens.userId, why: error.message };
		}
	});
	const id = known[what];
	if (id === null) throw new NotJudged(known.why);
	return id;
};

/** Page length where a check needs many elements. */
export const longPage = 100;

/**
 * Reads a long page of a list, or one of the service's own length where the service rejects `count`: page sizes and names of
 * paging parameters are left open (Spec §4.2, §8).
 */
export async function readLongPage<Name extends OperationName>(
	service: Service,
	name: Name,
	input: ParametersOf<Name> & { id?: string },
): Promise<ServiceResponse> {
	const response = await service.read(operationPath(name, { ...input, count: longPage }));
	return response.status === 200 ? response : service.read(operationPath(name, input));
}
