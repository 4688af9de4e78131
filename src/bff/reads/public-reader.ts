/**
 * Reading what anybody may see through the shared cache: for pages, feeds, previews, sitemap, embed and search. Private
 * events, and those whose flag is unclear, never leave this file.
 */
import { LRUCache } from 'lru-cache';
import { isPublic, type PublicEvent, readEvent } from '../../contract/event/event.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import {
	firstPosition,
	isLast,
	type List,
	nextStart,
	readEventList,
	readLocList,
} from '../../contract/event/lists.ts';
import { findLoc, type Loc, readLoc, withUniqueUids } from '../../contract/event/loc.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { paging } from '../../contract/spec/filters.ts';
import {
	type OperationName,
	operationPath,
	operations,
	type ParametersOf,
} from '../../contract/spec/operations.ts';
import { ProblemError } from '../http/problem.ts';
import { nextTurnIfLong } from '../http/turns.ts';
import { rejectionProblem } from '../service/rejection-problem.ts';
import type { Caller } from './caller.ts';
import { isIdentifier, isIdentifierOf } from './identifier.ts';
import type { PublicRead } from './public-read.ts';
import type { CachedResponse, SharedCache } from './shared-cache.ts';
import { signInParts } from './sign-in-parts.ts';
import type { SignPictures } from './sign-pictures.ts';
import type { TokenNeeds } from './token-needs.ts';
import { withholdPrivate } from './wire-body.ts';

/** A body for page data, and the path of the operation that it belongs to. */
export interface PublicBody {
	path: string;
	/** In the service's own form; in a list, null takes the place of each event that is not public. */
	body: unknown;
}

/**
 * An event as far as anybody may know it. `hidden`: it exists, but is private or its flag is unclear. `absent`: the service
 * says that there is none.
 */
type PublicView =
	| ({ state: 'public'; event: PublicEvent } & PublicBody)
	| { state: 'hidden' }
	| { state: 'absent' };

type FirstPage = { events: readonly PublicEvent[] } & PublicBody;

/** City, day and type of a list of events. */
type ListInput = Pick<ParametersOf<'listEvents'>, 'loc' | 'day_type' | 'type'>;

/**
 * What is read from the same response is the same object: nobody may change it.
 *
 * Every function throws a ProblemError: `sign_in_required` for what the service does not show to strangers, else the reason
 * why the service cannot be reached, rejects the call, or sends what cannot be read.
 */
export interface PublicReads {
	event(id: string): Promise<PublicView>;
	/** The first page of a list, as long as the app asks for. */
	firstPage(input: ListInput): Promise<FirstPage>;
	/** The first page of a list, of `count` events, with what cards show of each. */
	cards(input: ListInput, count: number): Promise<readonly PublicEvent[]>;
	/** The same for what a page can do without: for ten minutes after lists were closed to the caller (102, 108), without a call. */
	extraCards(input: ListInput, count: number): Promise<readonly PublicEvent[]>;
	/** The first `max` events of a list, fewer when a later page cannot be read. */
	events(input: ListInput, max: number): Promise<PublicEvent[]>;
	/** As many cities as are read at most. */
	locs(): Promise<readonly Loc[]>;
	/** Null when the service has no such city, or the text cannot be an identifier. */
	findLoc(uidOrId: string): Promise<Loc | null>;
}

export interface PublicReader extends PublicReads {
	/** The same for a person: what is closed to strangers is read with the person's token, and shared with nobody. */
	as(caller: Caller | null): PublicReads;
}

/** An event as far as a card shows it: lists of them are kept, and are inside of pages. */
const cardOf = (event: PublicEvent): PublicEvent => ({
	...event,
	content: null,
	owner: event.owner && { ...event.owner, avatar: null },
	album: null,
	page: null,
	mobilePage: null,
	posters: event.posters.slice(-1),
});

/** Bytes of what is kept of each kind of response: more than any one response has. */
const maxReadingBytes = 32 * 1024 * 1024;
/** Bytes that an event and a city take besides their texts. */
const eventOverhead = 1_024;
const locOverhead = 512;

/** A service that never ends must not be read for ever. */
const maxLocs = 10_000;
const maxPages = 100;
/** A service may have hundreds of cities, twenty a page, and take most of a second for each. */
const locPagesAtOnce = 8;

/** Cities that people have found with their tokens, which are remembered for a while (milliseconds). */
const foundByCallers = { max: 5_000, ttl: 600_000 } as const;

/** Callers to whom lists are closed, which is remembered for a while (milliseconds). */
const closedLists = { max: 5_000, ttl: 600_000 } as const;

/** A response with a body that can be read, or one that says that there is no such thing. */
type Fetch = (name: OperationName, path: string) => Promise<CachedResponse>;

/** The reads of one kind of caller. */
interface Reads extends PublicReads {
	/** A city by itself; null when the service has none, or responds with another one. */
	getLoc(uidOrId: string): Promise<Loc | null>;
}

const isAbsence = (response: CachedResponse) => response.status !== 200 && meaningOf(response) === 'absent';
const isAnswer = (response: CachedResponse) => response.status === 200 || isAbsence(response);

/** Whether the service said that the caller may not have this. */
const isClosed = ({ problem: { code } }: ProblemError) =>
	code !== undefined && meaningOf({ status: 400, code }) === 'closed';

/** @throws ProblemError service_invalid_response */
function readable<Value>(readValue: () => Value): Value {
	try {
		return readValue();
	} catch (error) {
		if (!(error instanceof UnreadableError)) throw error;
		const detail = 'The service sent a response that cannot be read.';
		throw new ProblemError('service_invalid_response', detail, undefined, error);
	}
}

/**
 * Keeps what is read from responses: reading one takes longer than sending it, and it stays the same for minutes or hours.
 *
 * @param overheadOf bytes of a value besides its texts
 * @returns a function that gives the same value for the same response. Each path keeps that of its last one.
 */
function keepReadings<Value>(
	overheadOf: (value: Value) => number,
): (path: string, response: CachedResponse, readBody: (body: unknown) => Value) => Value {
	const kept = new LRUCache<string, { response: CachedResponse; value: Value }>({
		maxSize: maxReadingBytes,
		sizeCalculation: ({ response, value }) => 2 * Buffer.byteLength(response.body) + overheadOf(value),
	});
	return (path, response, readBody) => {
		const known = kept.get(path);
		if (known?.response === response) return known.value;
		const value = readable(() => readBody(JSON.parse(response.body)));
		if (response.isForNobodyElse !== true) kept.set(path, { response, value });
		return value;
	};
}

/**
 * Reads a list page by page.
 *
 * @param max elements
 * @param atOnce pages that are requested at once, from the third one on: by then it is known that pages follow each other
 * @returns whether all were read, at the end
 */
async function* readPages<Item extends { id: string }>(
	max: number,
	readPage: (start: number, count: number) => Promise<List<Item>>,
	atOnce = 1,
): AsyncGenerator<Item[], boolean> {
	const known = new Set<string>();
	const request = (start: number) => readPage(start, Math.min(paging.maxCount, max - start));
	/** Pages that are on their way, by where they start. */
	const coming = new Map<number, Promise<List<Item>>>();
	const requestAhead = (from: number, pages: number, { sent, total }: List<Item>) => {
		const end = Math.min(max, total ?? 0, from + pages * sent);
		for (let start = from; start < end; start += sent) {
			const page = coming.get(start) ?? request(start);
			// One that fails, or that is not needed after all, is no error before it is read.
			page.catch(() => undefined);
			coming.set(start, page);
		}
	};
	let start = 0;
	let base = 0;
	for (let pages = 0; start < max && pages < maxPages; pages++) {
		const page = await (coming.get(start) ?? request(start));
		coming.delete(start);
		yield page.items;
		if (pages === 0) base = firstPosition(page);
		const next = nextStart([page], start, known, base);
		if (next === undefined) return isLast(page, start, known, base);
		for (const { id } of page.items) known.add(id);
		start = next;
		if (atOnce > 1 && pages > 0) requestAhead(start, Math.min(atOnce, maxPages - pages - 1), page);
	}
	return false;
}

export function createPublicReader(
	read: PublicRead,
	cache: SharedCache,
	tokenNeeds: TokenNeeds,
	signPictures: SignPictures,
): PublicReader {
	const readLocs = keepReadings<List<Loc>>(({ items }) => locOverhead * items.length);
	const readCards = keepReadings<readonly PublicEvent[]>((cards) => eventOverhead * cards.length);
	const readFirstPage = keepReadings<FirstPage>(({ events }) => eventOverhead * events.length);
	const readView = keepReadings<PublicView>(() => eventOverhead);

	const fetchShared: Fetch = async (name, path) => {
		const { response } = await cache.read(name, path, () => read(name, path));
		if (isAnswer(response)) return response;
		throw rejectionProblem(response);
	};

	/** The rejection by session id; strangers have the empty one. */
	const closed = new LRUCache<string, ProblemError>(closedLists);

	/** @param sessionId of the caller; empty for strangers */
	const readsWith = (fetch: Fetch, sessionId: string): Reads => {
		/** All of them or none: a list that breaks off cannot say that a city does not exist. */
		const readAllLocs = async (): Promise<{ locs: readonly Loc[]; isWhole: boolean }> => {
			const all = new Map<string, Loc>();
			const readPage = async (start: number) => {
				const path = operationPath('listLocs', { start, count: paging.maxCount });
				return readLocs(path, await fetchList('listLocs', path), readLocList);
			};
			const pages = readPages(maxLocs, readPage, locPagesAtOnce);
			let page = await pages.next();
			for (; page.done !== true; page = await pages.next())
				for (const loc of page.value) all.set(loc.id, loc);
			return { locs: withUniqueUids([...all.values()]), isWhole: page.value };
		};

		const fetchList: Fetch = async (name, path) => {
			const response = await fetch(name, path);
			if (isAbsence(response)) throw rejectionProblem(response);
			return response;
		};

		const getLoc = async (uidOrId: string): Promise<Loc | null> => {
			if (!isIdentifierOf(operations.getLoc, uidOrId)) return null;
			const response = await fetch('getLoc', operationPath('getLoc', { id: uidOrId }));
			if (isAbsence(response)) return null;
			return findLoc([readable(() => readLoc(JSON.parse(response.body)))], uidOrId);
		};

		const cards: Reads['cards'] = async (input, count) => {
			const path = operationPath('listEvents', { ...input, start: 0, count });
			const response = await fetchList('listEvents', path);
			return readCards(path, response, (body) => readEventList(body).items.filter(isPublic).map(cardOf));
		};

		return {
			getLoc,
			locs: async () => (await readAllLocs()).locs,
			async findLoc(uidOrId) {
				if (!isIdentifier(uidOrId)) return null;
				const { locs, isWhole } = await readAllLocs();
				return findLoc(locs, uidOrId) ?? (isWhole ? null : getLoc(uidOrId));
			},
			async event(id) {
				if (!isIdentifierOf(operations.getEvent, id)) return { state: 'absent' };
				const path = operationPath('getEvent', { id });
				const response = await fetch('getEvent', path);
				if (isAbsence(response)) return { state: 'absent' };
				return readView(path, response, (body) => {
					const event = readEvent(body);
					return isPublic(event) ? { state: 'public', event, path, body } : { state: 'hidden' };
				});
			},
			async firstPage(input) {
				const path = operationPath('listEvents', { ...input, start: 0, count: paging.defaultCount });
				const response = await fetchList('listEvents', path);
				return readFirstPage(path, response, (body) => {
					const { items, sent } = readEventList(body);
					const events = items.filter(isPublic);
					return { events, path, body: events.length === sent ? body : withholdPrivate(body) };
				});
			},
			cards,
			async extraCards(input, count) {
				const rejection = closed.get(sessionId);
				if (rejection !== undefined) throw rejection;
				try {
					return await cards(input, count);
				} catch (error) {
					if (error instanceof ProblemError && isClosed(error)) closed.set(sessionId, error);
					throw error;
				}
			},
			async events(input, max) {
				const all = new Map<string, PublicEvent>();
				const pages = readPages(max, async (start, count) => {
					const path = operationPath('listEvents', { ...input, start, count });
					const { body } = await fetchList('listEvents', path);
					await nextTurnIfLong();
					return readable(() => readEventList(JSON.parse(body)));
				});
				try {
					for await (const page of pages) for (const event of page.filter(isPublic)) all.set(event.id, event);
				} catch (error) {
					if (all.size === 0 || !(error instanceof ProblemError)) throw error;
				}
				return [...all.values()].slice(0, max);
			},
		};
	};

	const shared = readsWith(fetchShared, '');
	const found = new LRUCache<string, Loc>(foundByCallers);

	const readsOf = (caller: Caller): PublicReads => {
		const fetchAs: Fetch = async (name, path) => {
			if (!tokenNeeds.includes(name)) {
				const { response } = await cache.read(name, path, () => read(name, path));
				if (isAnswer(response)) return response;
				const meaning = meaningOf(response);
				if (meaning !== 'closed' && meaning !== 'limited') throw rejectionProblem(response);
			}
			const { status, body, error } = await caller.read(path);
			const signed = await signInParts(signPictures, body);
			const response = {
				status,
				code: error?.code,
				body: JSON.stringify(signed ?? null),
				isForNobodyElse: true,
			};
			if (isAnswer(response)) return response;
			throw rejectionProblem(response, true);
		};
		const own = readsWith(fetchAs, caller.sessionId);
		return {
			...own,
			/** One call where the whole list would be many, for each request of each person. */
			async findLoc(uidOrId) {
				try {
					return await shared.findLoc(uidOrId);
				} catch (error) {
					if (!(error instanceof ProblemError)) throw error;
					if (!['sign_in_required', 'overloaded'].includes(error.problem.reason)) throw error;
				}
				const key = JSON.stringify([caller.sessionId, uidOrId]);
				const loc = found.get(key) ?? (await own.getLoc(uidOrId)) ?? (await own.findLoc(uidOrId));
				if (loc !== null) found.set(key, loc);
				return loc;
			},
		};
	};

	return { ...shared, as: (caller) => (caller === null ? shared : readsOf(caller)) };
}
