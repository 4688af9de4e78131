/**
 * Reading what anybody may see through the shared cache: for pages, feeds, previews, sitemap, embed and search. Private
 * events, and those whose flag is unclear, never leave this file.
 */
import { isPublic, type PublicEvent, readEvent } from '../../contract/event/event.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import { type List, nextStart, readEventList, readLocList } from '../../contract/event/lists.ts';
import { findLoc, type Loc, withUniqueUids } from '../../contract/event/loc.ts';
import { paging } from '../../contract/spec/filters.ts';
import {
	type OperationName,
	operationPath,
	operations,
	type ParametersOf,
} from '../../contract/spec/operations.ts';
import { ProblemError } from '../http/problem.ts';
import { isIdentifierOf } from './identifier.ts';
import type { PublicRead } from './public-read.ts';
import { type CachedResponse, isAbsence, type SharedCache } from './shared-cache.ts';
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

/** City, day and type of a list of events. */
type ListInput = Pick<ParametersOf<'listEvents'>, 'loc' | 'day_type' | 'type'>;

/** Every function throws a ProblemError when the service cannot be reached, rejects the call, or sends what cannot be read. */
export interface PublicReader {
	event(id: string): Promise<PublicView>;
	/** The first page of a list, as long as the app asks for. */
	firstPage(input: ListInput): Promise<{ events: PublicEvent[] } & PublicBody>;
	/** The first `max` events of a list, fewer when a later page cannot be read. */
	events(input: ListInput, max: number): Promise<PublicEvent[]>;
	locs(): Promise<readonly Loc[]>;
	/** Null when the service lists no such city. */
	findLoc(uidOrId: string): Promise<Loc | null>;
}

/** A service that never ends must not be read for ever. */
const maxLocs = 10_000;
const maxPages = 100;

export function createPublicReader(read: PublicRead, cache: SharedCache): PublicReader {
	const fetchResponse = async (name: OperationName, path: string): Promise<CachedResponse> => {
		const { response } = await cache.read(name, path, () => read(name, path));
		if (response.status === 200 || isAbsence(response)) return response;
		const detail = `The service rejected the request with status ${response.status}.`;
		throw new ProblemError('service_unreachable', detail, response.code);
	};

	/** @throws ProblemError service_invalid_response */
	const readable = <Value>(readValue: () => Value): Value => {
		try {
			return readValue();
		} catch (error) {
			if (!(error instanceof UnreadableError)) throw error;
			const detail = 'The service sent a response that cannot be read.';
			throw new ProblemError('service_invalid_response', detail, undefined, error);
		}
	};

	/** Reading a list of cities takes longer than sending it, and the cached response stays the same for hours. */
	const locLists = new WeakMap<CachedResponse, List<Loc>>();
	const readLocs = (response: CachedResponse): List<Loc> => {
		const list = locLists.get(response) ?? readable(() => readLocList(JSON.parse(response.body)));
		locLists.set(response, list);
		return list;
	};

	/** Reads a list page by page. @param max elements */
	async function* readPages<Item extends { id: string }>(
		max: number,
		readPage: (start: number, count: number) => Promise<List<Item>>,
	): AsyncGenerator<Item[]> {
		const pages: List<Item>[] = [];
		for (let start: number | undefined = 0; start !== undefined && start < max && pages.length < maxPages; ) {
			const page = await readPage(start, Math.min(paging.maxCount, max - start));
			pages.push(page);
			yield page.items;
			start = nextStart(pages, start);
		}
	}

	/** All of them or none: a list that breaks off cannot say that a city does not exist. */
	const locs = async (): Promise<readonly Loc[]> => {
		const all = new Map<string, Loc>();
		const pages = readPages(maxLocs, async (start) => {
			const path = operationPath('listLocs', { start, count: paging.maxCount });
			return readLocs(await fetchResponse('listLocs', path));
		});
		for await (const page of pages) for (const loc of page) all.set(loc.id, loc);
		return withUniqueUids([...all.values()]);
	};

	return {
		locs,
		findLoc: async (uidOrId) => findLoc(await locs(), uidOrId),
		async event(id) {
			if (!isIdentifierOf(operations.getEvent, id)) return { state: 'absent' };
			const path = operationPath('getEvent', { id });
			const response = await fetchResponse('getEvent', path);
			if (isAbsence(response)) return { state: 'absent' };
			const body: unknown = JSON.parse(response.body);
			const event = readable(() => readEvent(body));
			return isPublic(event) ? { state: 'public', event, path, body } : { state: 'hidden' };
		},
		async firstPage(input) {
			const path = operationPath('listEvents', { ...input, start: 0, count: paging.defaultCount });
			const response = await fetchResponse('listEvents', path);
			const body: unknown = JSON.parse(response.body);
			const { items, sent } = readable(() => readEventList(body));
			const events = items.filter(isPublic);
			return { events, path, body: events.length === sent ? body : withholdPrivate(body) };
		},
		async events(input, max) {
			const all = new Map<string, PublicEvent>();
			const pages = readPages(max, async (start, count) => {
				const path = operationPath('listEvents', { ...input, start, count });
				const { body } = await fetchResponse('listEvents', path);
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
}
