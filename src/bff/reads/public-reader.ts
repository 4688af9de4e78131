/** Reads cities and public events: never events that are private or whose privacy flag is unclear. */

import type { FastifyBaseLogger } from 'fastify';
import type { ValueOf } from '../../contract/bff-api/values.ts';
import { type Event, isPublic, type PublicEvent } from '../../contract/event/event.ts';
import type { List } from '../../contract/event/lists.ts';
import { distinctLocs, findLoc, foundBy, type Loc } from '../../contract/event/loc.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { personCall } from '../../contract/list-calls.ts';
import type { Call } from '../../contract/spec/call.ts';
import { paging } from '../../contract/spec/filters.ts';
import { operations, type ParametersOf } from '../../contract/spec/operations.ts';
import type { SharedCache } from '../cache/shared-cache.ts';
import { isOwnLimit } from '../fairness/visitor.ts';
import { hasReason, ProblemError } from '../problems/problem.ts';
import type { Caller } from '../session/caller.ts';
import type { BffSettings } from '../settings.ts';
import { isValue, type Outcome } from './event-records.ts';
import { hasPage, isIdentifier, isIdentifierOf } from './identifier.ts';
import type { ReadName } from './parse-response.ts';
import { readPages } from './read-pages.ts';
import { serviceRejection } from './service-rejection.ts';
import { type SharedReads, withoutTexts } from './shared-reads.ts';

/** `hidden`: the event is private, or its flag is unclear. `absent`: the service has no such event. */
type PublicView = { state: 'public'; event: PublicEvent } | { state: 'hidden' } | { state: 'absent' };

type ListInput = Pick<ParametersOf<'listEvents'>, 'loc' | 'day_type' | 'type'>;

export type PublicReads = ReturnType<typeof readsWith>;

export type PublicReader = ReturnType<typeof createPublicReader>;

/** Guards against endless lists. */
const maxLocs = 10_000;
const maxPages = 100;
/** Characters of the JSON of all cities. Ten thousand cities take about a million. */
const maxLocsLength = 2_000_000;
/** A service may have hundreds of cities on pages of twenty, and take most of a second per page. */
const locPagesAtOnce = 8;

/** How long the list of all cities is cached, because assembling it takes as long as a hundred reads. */
const locsAgeMs = 60_000;

/**
 * @param notBefore a shared value read before this time is used only if the service can't be read
 * @returns the value, or `absent` if the service says that it doesn't exist
 * @throws ProblemError in any other case
 */
type Read = <Name extends ReadName>(
	call: Call<Name>,
	notBefore?: number,
) => Promise<ValueOf<Name> | 'absent'>;

const withoutListedTexts = (list: List<PublicEvent>) => ({ ...list, items: list.items.map(withoutTexts) });
const publicOf = (list: List<Event>): List<PublicEvent> => ({ ...list, items: list.items.filter(isPublic) });

/** Keeps only what a card shows, with the smallest poster. */
export const cardOf = (event: PublicEvent): PublicEvent => ({
	...withoutTexts(event),
	owner: event.owner && { ...event.owner, avatar: null },
	posters: event.posters.slice(-1),
});

function valueOrAbsent<Value>(outcome: Outcome<Value>, hadToken: boolean): Value | 'absent' {
	if (isValue(outcome)) return outcome.value;
	const rejection = { status: outcome.status, code: outcome.error.code };
	if (meaningOf(rejection) === 'absent') return 'absent';
	throw serviceRejection(rejection, hadToken);
}

/** Returns a list. @throws ProblemError service_rejected if the service says that the list doesn't exist */
function notAbsent<Value>(value: Value | 'absent'): Value {
	if (value === 'absent') throw serviceRejection({ status: 400, code: 107 });
	return value as Value;
}

type Log = Pick<FastifyBaseLogger, 'warn'>;

/** Reads all pages of cities. Fails if one fails: otherwise, cities would be missing while the result is cached. */
async function readAllLocs(read: Read, log: Log): Promise<readonly Loc[]> {
	const all: Loc[] = [];
	const pages = readPages({
		operation: 'listLocs',
		log,
		max: maxLocs,
		maxPages,
		atOnce: locPagesAtOnce,
		readPage: async (start) =>
			notAbsent(await read({ operation: 'listLocs', parameters: { start, count: paging.maxCount } })),
	});
	let length = 0;
	for await (const { page } of pages) {
		length += JSON.stringify(page.items).length;
		if (length > maxLocsLength) break;
		all.push(...page.items);
	}
	return distinctLocs(all);
}

/**
 * A failed read throws a ProblemError: `sign_in_required` if only signed-in people may read this; another one if the
 * service can't be reached, rejects the call, or sends something unreadable.
 */
function readsWith(read: Read, readLocs: () => Promise<readonly Loc[]>, log: Log) {
	const listPage = async (input: ListInput & { start: number }, count: number) => {
		const call: Call<'listEvents'> = { operation: 'listEvents', parameters: { ...input, count } };
		const list = publicOf(notAbsent(await read(call)));
		if (list.items.length <= paging.maxCount) return { call, list };
		// If a service ignores `count` and sends more, the others are read as the next page.
		const items = list.items.slice(0, paging.maxCount);
		return { call, list: { ...list, items, sent: items.length } };
	};
	/**
	 * Reads a list page by page, with texts. Leaves out events that have no page.
	 * @param notBefore pages read before this time are read again; set for a search index, which is kept for a long time
	 */
	const textPages = (
		input: ListInput,
		{ notBefore, ...limits }: { max: number; maxPages: number; notBefore?: number | undefined },
	) =>
		readPages({
			operation: 'listEvents',
			log,
			...limits,
			readPage: async (start, count) => {
				const parameters = { ...input, start, count };
				const list = publicOf(notAbsent(await read({ operation: 'listEvents', parameters }, notBefore)));
				return { ...list, items: list.items.filter(hasPage) };
			},
		});

	return {
		textPages,
		locs: readLocs,
		/** Finds a city; null if there is none, or if the text can't be an identifier. */
		async findLoc(uidOrId: string): Promise<Loc | null> {
			if (!isIdentifier(uidOrId)) return null;
			const listed = findLoc(await readLocs(), uidOrId);
			if (listed !== null || !isIdentifierOf(operations.getLoc, uidOrId)) return listed;
			const reading = read({ operation: 'getLoc', parameters: { id: uidOrId } });
			const loc = await reading.catch((error: unknown) => {
				// A service that accepts only ids may reject a short name with any code.
				if (hasReason(error, 'service_rejected')) return 'absent' as const;
				throw error;
			});
			return loc === 'absent' ? null : foundBy(uidOrId, loc);
		},
		async event(id: string): Promise<PublicView> {
			if (!hasPage({ id })) return { state: 'absent' };
			const event = await read({ operation: 'getEvent', parameters: { id } });
			if (event === 'absent') return { state: 'absent' };
			return isPublic(event) ? { state: 'public', event } : { state: 'hidden' };
		},
		/** Reads a page of a list with the call that the app makes. Leaves out texts. */
		async listPage(input: ListInput & { start: number }) {
			const { call, list } = await listPage(input, paging.defaultCount);
			return { call, list: withoutListedTexts(list) };
		},
		/** Reads the first events of a list, with what cards show. */
		cards: async (input: ListInput, count: number) =>
			(await listPage({ ...input, start: 0 }, count)).list.items.slice(0, count).map(cardOf),
		/** Reads the first events of a list, with texts; fewer if the service fails at a later page. */
		async events(input: ListInput, max: number, notBefore?: number) {
			const all: PublicEvent[] = [];
			try {
				for await (const { page } of textPages(input, { max, maxPages, notBefore })) all.push(...page.items);
			} catch (error) {
				if (all.length === 0 || !(error instanceof ProblemError) || isOwnLimit(error)) throw error;
			}
			return all.slice(0, max);
		},
		/** Reads a page of a person's list with the app's call, without texts; null if there is no such person. */
		async personPage(...[id, ...page]: Parameters<typeof personCall>) {
			if (!isIdentifierOf(operations.listCreatedEvents, id)) return null;
			const call = personCall(id, ...page);
			const value = await read(call);
			if (value === 'absent') return null;
			return { call, list: withoutListedTexts(publicOf(value)) };
		},
	};
}

export function createPublicReader(
	sharedReads: SharedReads,
	cache: SharedCache,
	log: Log,
	{ citiesMaxAgeMs }: Pick<BffSettings, 'citiesMaxAgeMs'>,
) {
	const readShared: Read = async (call, notBefore) =>
		valueOrAbsent((await sharedReads.read(call, notBefore)).outcome, false);
	const readSharedLocs = async () => {
		const load = () => readAllLocs(readShared, log);
		const ttlMs = Math.min(locsAgeMs, citiesMaxAgeMs);
		return (await cache.read('all cities', { ttlMs, load })).value;
	};
	const shared = readsWith(readShared, readSharedLocs, log);

	const readsOf = (caller: Caller): PublicReads => {
		const readPrivately: Read = async (call) => {
			const { status, readBody, error } = await caller.call(call);
			if (error !== undefined) return valueOrAbsent<never>({ status, error }, true);
			return sharedReads.parsePrivate(call, readBody);
		};
		/** Reads with the person's token if a read without one needs a token, or fails because of a limit. */
		const orPrivately = async <Value>(readOpenly: () => Promise<Value>, privately: () => Promise<Value>) => {
			try {
				return await readOpenly();
			} catch (error) {
				if (!hasReason(error, 'sign_in_required', 'calls_reserved', 'overloaded')) throw error;
				return privately();
			}
		};
		const read: Read = (call, notBefore) =>
			orPrivately(
				() => readShared(call, notBefore),
				() => readPrivately(call),
			);
		/** All signed-in people share the result. */
		const readLocsPrivately = async () => {
			const load = () => readAllLocs(readPrivately, log);
			return (await cache.read('all cities of the signed-in', { ttlMs: citiesMaxAgeMs, load })).value;
		};
		return readsWith(read, () => orPrivately(readSharedLocs, readLocsPrivately), log);
	};

	return {
		...shared,
		/** Returns a signed-in person's reader. Reads that need a token use theirs. Of these, only cities are shared. */
		as: (caller: Caller | null): PublicReads => (caller === null ? shared : readsOf(caller)),
	};
}
