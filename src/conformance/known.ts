/** Finds an event, a city and a user of the service for the checks, and reads lists about them. */
import type { CallParameters } from '../contract/spec/call.ts';
import type { RelationStatus } from '../contract/spec/filters.ts';
import { type OperationName, personLists, relationLists } from '../contract/spec/operations.ts';
import { ifJudged, NotJudged, type ServiceResponse } from './call.ts';
import { arrayOf, type Body, type Event, elementsOf, eventsOf, idOf, readFlag, usersOf } from './read.ts';
import { codeOf, type Service } from './service.ts';

interface Known {
	readonly eventId: string | null;
	readonly locId: string | null;
	/** A user found through the events, whose own lists are readable and suit the most checks. */
	readonly userId: string | null;
}

const maxCities = 12;
/** Number of events whose participants are candidates. */
const maxEvents = 3;
/** Number of users whose lists are read, to find one with something in each. */
const maxUsers = 6;

/** The event with the most users in the shorter of its two lists, since most checks need users in both. */
function chooseEvent(events: readonly Event[]): Event | undefined {
	const users = (event: Event) => Math.min(event.participantCount, event.wisherCount);
	// The specification leaves open who may read a private event and its people.
	return events
		.filter(({ isPrivate }) => !isPrivate)
		.toSorted((left, right) => users(right) - users(left))[0];
}

/** Checks for a user's own lists need two elements for order and paging, and a past event for `status`. */
const needs = [
	...personLists.map((operation) => ({ operation, query: {}, count: 2 })),
	...relationLists.map((operation) => ({ operation, query: { status: 'expired' }, count: 1 })),
];

/** How many of {@link needs} the user's readable lists satisfy. */
async function countMet(service: Service, id: string): Promise<number> {
	let met = 0;
	for (const { operation, query, count } of needs) {
		const list = await ifJudged(service.read(operation, { id, ...query }));
		if (list === null) return met;
		if (eventsOf(list).length >= count) met += 1;
	}
	return met;
}

async function findCandidates(service: Service, events: readonly Event[]): Promise<readonly string[]> {
	const participants: string[] = [];
	const withUsers = events.filter(({ isPrivate, participantCount }) => !isPrivate && participantCount > 0);
	for (const { id } of withUsers.slice(0, maxEvents)) {
		const list = await ifJudged(service.read('listParticipants', { id }));
		if (list === null) break;
		participants.push(...(usersOf(list) ?? []).slice(0, 1).map(idOf));
	}
	const users = [...participants, ...events.map(({ ownerId }) => ownerId)].filter((id) => id !== '');
	return [...new Set(users)].slice(0, maxUsers);
}

/** The user of these events whose lists suit the most checks; else the token's own user, or any. */
async function findUser(service: Service, events: readonly Event[]): Promise<string | null> {
	const candidates = await findCandidates(service, events);
	let best = { id: service.tokens.userId ?? candidates[0] ?? null, met: 0 };
	for (const id of candidates) {
		const met = await countMet(service, id);
		if (met > best.met) best = { id, met };
		if (met === needs.length) break;
	}
	return best.id;
}

/** The habitable places on the first page, which may also list regions. */
export const readCities = async (service: Service): Promise<readonly Body[]> =>
	elementsOf(await service.read('listLocs', {}), 'locs').filter(
		({ habitable }) => readFlag(habitable) !== false,
	);

async function search(service: Service): Promise<Known> {
	const { locId: given } = service.options;
	const cities = given === undefined ? (await readCities(service)).slice(0, maxCities).map(idOf) : [given];
	if (given === undefined && arrayOf(await service.read('listLocs', {}), 'locs')?.length === 0)
		service.lacks = 'cities';
	// If no city has events, any event will do.
	for (const loc of given === undefined ? [...cities, undefined] : cities) {
		const list = service.read('listEvents', { loc });
		// The lists of some cities may need a token.
		const response = given === undefined && loc !== undefined ? await ifJudged(list) : await list;
		if (response === null) continue;
		const events = eventsOf(response);
		const event = chooseEvent(events.filter(({ locId }) => loc !== undefined || locId !== ''));
		if (event === undefined) continue;
		return { locId: loc ?? event.locId, eventId: event.id, userId: await findUser(service, events) };
	}
	service.lacks ??= 'events';
	return { locId: cities[0] ?? null, eventId: null, userId: service.tokens.userId };
}

/** The id of a known event, city or user. @throws NotJudged if there is none, or it can't be read */
export async function knownId(service: Service, what: keyof Known): Promise<string> {
	const known = await service.once('known', () => search(service));
	const id = known[what];
	if (id === null) throw new NotJudged('the service listed none');
	return id;
}

export const readKnown = async (service: Service, what: 'event' | 'loc'): Promise<ServiceResponse> =>
	what === 'event'
		? service.read('getEvent', { id: await knownId(service, 'eventId') })
		: service.read('getLoc', { id: await knownId(service, 'locId') });

/**
 * The status that a user's list requires (code 113); undefined for other lists. The specification leaves open whether
 * it is required (gap register, `status-default`).
 */
export async function requiredStatus(
	service: Service,
	name: OperationName,
	id: string,
): Promise<RelationStatus | undefined> {
	if (!relationLists.some((each) => each === name)) return undefined;
	return codeOf(await service.read(name, { id })) === 113 ? 'ongoing' : undefined;
}

export const longPage = 100;

/** Reads a long page, or a default one if the service rejects `count`: sizes are open (Spec §4.2, §8). */
export async function readLongPage<Name extends OperationName>(
	service: Service,
	name: Name,
	input: CallParameters<Name>,
): Promise<ServiceResponse> {
	const response = await service.read(name, { ...input, count: longPage });
	return response.status === 200 ? response : service.read(name, input);
}
