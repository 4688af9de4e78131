/** Reading what is public through the shared cache: for pages, feeds, embeds, sitemaps and the search. */
import type { FastifyBaseLogger } from 'fastify';
import { paging } from '../../contract/filters.ts';
import { type OperationName, operationPath } from '../../contract/operations.ts';
import { type Event, type EventList, type Loc, locListSchema } from '../../contract/resources.ts';
import type { Service } from '../service.ts';
import { readPublic } from './public-read.ts';
import type { SharedCache } from './shared-cache.ts';

export interface PublicReader {
	/** A body, or undefined when the service refuses or fails: the caller goes on without it. */
	read(name: OperationName, path: string): Promise<unknown>;
	/** Null when the service lists no such city. */
	findLoc(uidOrId: string): Promise<Loc | null>;
	/** Every city the service lists. */
	locs(): Promise<Loc[]>;
	/** Undefined when it is not there, private, or cannot be had. */
	event(id: string): Promise<Event | undefined>;
	/** At most `most` events of a list, page by page; undefined when not even the first page can be had. */
	events(
		filters: { loc: string; day_type?: string | undefined; type?: string | undefined },
		most: number,
	): Promise<{ events: Event[]; total: number } | undefined>;
}

/** Pages of a list of cities that are read at most. */
const mostLocs = 2_000;

export function createPublicReader(
	service: Service,
	cache: SharedCache,
	log: FastifyBaseLogger,
): PublicReader {
	const read: PublicReader['read'] = async (name, path) => {
		try {
			const { answer } = await cache.read(name, path, () => readPublic(service, path));
			return answer.status === 200 ? JSON.parse(answer.body) : undefined;
		} catch (error) {
			log.info({ err: error }, 'a public reading failed');
			return undefined;
		}
	};
	const locs = async (): Promise<Loc[]> => {
		const found: Loc[] = [];
		for (let start = 0; start < mostLocs; ) {
			const path = operationPath('listLocs', { start, count: paging.maxCount });
			const list = locListSchema.safeParse(await read('listLocs', path));
			if (!list.success || list.data.locs.length === 0) break;
			found.push(...list.data.locs);
			start += list.data.locs.length;
			if (start >= list.data.total) break;
		}
		return found;
	};
	return {
		read,
		locs,
		findLoc: async (uidOrId) =>
			(await locs()).find(({ uid, id }) => uid === uidOrId || id === uidOrId) ?? null,
		async event(id) {
			if (!/^[\w.~-]{1,64}$/.test(id)) return undefined;
			const event = (await read('getEvent', operationPath('getEvent', { id }))) as Event | undefined;
			return event === undefined || event.is_priv === 'yes' ? undefined : event;
		},
		async events(filters, most) {
			const events = new Map<string, Event>();
			let total = 0;
			for (let start = 0; start < most; ) {
				const count = Math.min(paging.maxCount, most - start);
				const path = operationPath('listEvents', { ...filters, start, count });
				const list = (await read('listEvents', path)) as EventList | undefined;
				if (list === undefined) return start === 0 ? undefined : { events: [...events.values()], total };
				total = list.total;
				for (const event of list.events) if (event.is_priv !== 'yes') events.set(event.id, event);
				start += list.events.length;
				if (list.events.length === 0 || start >= total) break;
			}
			return { events: [...events.values()], total };
		},
	};
}
