/**
 * Query options for the signed-in person's relations to events. Some services send the relation with the event;
 * otherwise it is derived from the person's participated and wished lists (gap register, `own-relation`).
 */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { imageUrl } from '../../../contract/bff-api/images.ts';
import type { Event } from '../../../contract/event/event.ts';
import { compareTimes, phaseOf } from '../../../contract/event/times.ts';
import { addMs, type Day, type WallClock } from '../../../contract/event/wall-clock.ts';
import { paging, type RelationStatus } from '../../../contract/spec/filters.ts';
import { type CallOptions, callOperation, readPages } from '../../shared/call.ts';
import { localWallClock, useFromNow } from '../../shared/now.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { ownKey, unsavedKey } from '../../shared/session/session-queries.ts';
import { eventKeys, eventQueries, showAtOnce } from '../event/event-queries.ts';
import { readJoins } from './joins-here.ts';
import { noRelation, type OwnRelation } from './own-relation.ts';
import { withAllRecentChanges, withRecentChanges, withRecentItems } from './recent-changes.ts';

const maxPages = 20;

/** Reads one of a person's lists. Always sends a status, which services may require (gap register, `status-default`). */
export const readOwnEvents = (
	name: 'listParticipatedEvents' | 'listWishedEvents',
	userId: string,
	status: RelationStatus,
	options: CallOptions = {},
) => {
	const input = { id: userId, status, count: paging.maxCount };
	return readPages((start) => callOperation(name, { ...input, start }, options), maxPages);
};

const maxStoredPosters = 20;
const storedWidthPx = 640;

/** Fetches the posters of the person's next events, so that the service worker caches them for offline use. */
function storePosters(events: readonly Event[]): void {
	if (!navigator.serviceWorker?.controller) return;
	const now = localWallClock(Date.now());
	const next = events.filter((event) => phaseOf(event, now) !== 'over').toSorted(compareTimes);
	const posters = next
		.slice(0, maxStoredPosters)
		.flatMap((event) => [event.posters[0], event.posters.at(-1)]);
	for (const poster of new Set(posters))
		if (poster !== undefined) void fetch(imageUrl(poster, storedWidthPx)).catch(() => undefined);
}

/** An event that a list doesn't have yet: from the cache, else from the service. Undefined if it can't be read. */
export const findEvent = (client: QueryClient, id: string): Promise<Event | undefined> =>
	client.ensureQueryData({ ...eventQueries.detail(id, null), retry: false }).catch(() => undefined);

/** A read costs two API calls, so refetch only on focus and reconnect. */
const readRarely = {
	staleTime: Number.POSITIVE_INFINITY,
	refetchOnWindowFocus: 'always',
	refetchOnReconnect: 'always',
} as const;

function relationIn({ id, ownRelation }: Event, userId: string): OwnRelation | undefined {
	if (ownRelation === null) return undefined;
	const isWished = ownRelation === 'wished';
	const day = readJoins(userId).get(id)?.day;
	return withRecentChanges(userId, id, { joined: !isWished, wished: isWished, ...(!isWished && { day }) });
}

export const attendanceKeys = {
	relations: (userId: string) => [...ownKey, 'relations', userId] as const,
	relation: (userId: string, eventId: string) =>
		[...attendanceKeys.relations(userId), 'event', eventId] as const,
	/** Last relation confirmed by the service, used while changes are pending. */
	confirmed: (userId: string, eventId: string) => [...unsavedKey, 'confirmed', userId, eventId] as const,
	events: (userId: string) => [...ownKey, 'events', userId] as const,
};

export const attendanceQueries = {
	/** By event id, for events of one status; events without a relation are absent. */
	relations: (userId: string, status: RelationStatus) =>
		queryOptions({
			queryKey: [...attendanceKeys.relations(userId), status],
			queryFn: async ({ client, signal }): Promise<Readonly<Record<string, OwnRelation>>> => {
				// Shares the read that other components of the page may have started.
				const readJoined = async () =>
					status === 'ongoing'
						? client.fetchQuery({ ...attendanceQueries.upcoming(userId), staleTime: 0 })
						: (await readOwnEvents('listParticipatedEvents', userId, status, { signal })).items;
				const [joined, wished] = await Promise.all([
					readJoined(),
					readOwnEvents('listWishedEvents', userId, status, { signal }),
				]);
				showAtOnce(client, joined);
				storePosters(joined);
				const joins = readJoins(userId);
				const relations: Record<string, OwnRelation> = {};
				for (const { id } of joined) relations[id] = { ...noRelation, joined: true, day: joins.get(id)?.day };
				for (const { id } of wished.items) relations[id] = { ...(relations[id] ?? noRelation), wished: true };
				return withAllRecentChanges(userId, relations);
			},
			...readRarely,
		}),

	/** Taken from the event if the service sends it, else from the lists of the event's status. */
	relation: (userId: string, event: Event, status: RelationStatus) =>
		queryOptions({
			queryKey: attendanceKeys.relation(userId, event.id),
			queryFn: async ({ client, queryKey }): Promise<OwnRelation> => {
				const before = client.getQueryData<OwnRelation>(queryKey);
				const all = { ...attendanceQueries.relations(userId, status), ...(before && { staleTime: 0 }) };
				const relation = (await client.fetchQuery(all))[event.id] ?? noRelation;
				// The relation changed in another tab or on another device, so the event's counts and people have, too.
				if (before && (before.joined !== relation.joined || before.wished !== relation.wished))
					for (const key of [eventKeys.detail(event.id), eventKeys.people(event.id)])
						void client.invalidateQueries({ queryKey: key });
				return relation;
			},
			initialData: () => relationIn(event, userId),
			retry: false,
			...readRarely,
		}),

	/** The person's upcoming and ongoing events. Reads all pages: the next event may be on the last one. */
	upcoming: (userId: string) => {
		const list = { userId, relation: 'joined', status: 'ongoing' } as const;
		return queryOptions({
			queryKey: [...attendanceKeys.events(userId), 'upcoming'],
			queryFn: async ({ client, signal }): Promise<readonly Event[]> => {
				const { items } = await readOwnEvents('listParticipatedEvents', userId, list.status, { signal });
				return withRecentItems(list, items, (id) => findEvent(client, id));
			},
		});
	},
};

/** The status of the lists that contain the event. */
export const useStatus = (event: Event): RelationStatus =>
	useFromNow((now) => (phaseOf(event, now) === 'over' ? 'expired' : 'ongoing'));

export function useOwnRelation(event: Event) {
	const { userId } = useSession();
	const options = attendanceQueries.relation(userId ?? '', event, useStatus(event));
	return useQuery({ ...options, enabled: typeof userId === 'string' });
}

/** The day that the signed-in person chose for an event in this browser; undefined if unknown. */
export function useChosenDay(event: Event): Day | null | undefined {
	const { data } = useOwnRelation(event);
	return data?.joined === true ? data.day : undefined;
}

export const nextOf = (events: readonly Event[], now: WallClock | null): Event | undefined =>
	events.filter((event) => phaseOf(event, now) === 'upcoming').toSorted(compareTimes)[0];

const soonMs = 2 * 3_600_000;

export function soonOf(events: readonly Event[], now: WallClock): Event[] {
	const soon = addMs(now, soonMs);
	const isSoon = (event: Event) =>
		phaseOf(event, now) === 'upcoming' && event.begin !== null && event.begin <= soon;
	return events.filter(isSoon).toSorted(compareTimes);
}
