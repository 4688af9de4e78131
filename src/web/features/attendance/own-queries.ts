/** The signed-in person's relations and events, read from the BFF. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { imageUrl } from '../../../contract/bff-api/images.ts';
import type { OwnEvents, Relations } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { compareTimes, phaseOf } from '../../../contract/event/times.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { addMs, type WallClock } from '../../../contract/event/wall-clock.ts';
import { bffPatterns, type Relation } from '../../../contract/paths.ts';
import type { RelationStatus } from '../../../contract/spec/filters.ts';
import { callBff } from '../../shared/call.ts';
import { localWallClock } from '../../shared/now.ts';
import { readSavedAgain } from '../../shared/query-client.ts';
import { ownKey } from '../../shared/session/session-queries.ts';
import { eventKeys, showAtOnce } from '../event/event-queries.ts';

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

export const ownKeys = { relations: [...ownKey, 'relations'], events: [...ownKey, 'events'] } as const;

/** A service may show a change up to 30 s later (gap register, `body-of-202`). */
const settledMs = 31_000;

const hasUnsure = (known: Relations | undefined): boolean =>
	Object.values(known?.relations ?? {}).some(({ isUnsure }) => isUnsure);

export const ownQueries = {
	/** Relations to events of one status. */
	relations: (status: RelationStatus) =>
		queryOptions({
			queryKey: [...ownKeys.relations, status],
			queryFn: ({ signal }) =>
				callBff<Relations>('GET', `${bffPatterns.relations}?status=${status}`, undefined, { signal }),
			refetchOnWindowFocus: 'always',
			refetchInterval: (query) => (hasUnsure(query.state.data) ? settledMs : readSavedAgain(query)),
		}),

	events: (relation: Exclude<Relation, 'created'>, status: RelationStatus) =>
		queryOptions({
			queryKey: [...ownKeys.events, relation, status],
			queryFn: async ({ client, signal }) => {
				const path = `${bffPatterns.ownEvents}?relation=${relation}&status=${status}`;
				const own = await callBff<OwnEvents>('GET', path, undefined, { signal });
				showAtOnce(client, own.events);
				if (relation === 'participated') storePosters(own.events);
				return own;
			},
			refetchOnWindowFocus: 'always',
		}),
};

/** Refetches the data that may have changed along with the person's relation to an event. */
export function refetchChanged(client: QueryClient, eventId: string, isEventKnown = false): void {
	// Removes own lists that aren't shown, because their next visit would first show them without the change.
	client.removeQueries({ queryKey: ownKeys.events, type: 'inactive' });
	const keys = [ownKeys.relations, ownKeys.events, eventKeys.people(eventId)];
	for (const queryKey of isEventKnown ? keys : [...keys, eventKeys.detail(eventId)])
		void client.invalidateQueries({ queryKey });
}

/** Limits each event's times to the day that the person chose, if any. Keeps the order. */
export const onChosenDays = (events: readonly Event[], known: Relations | undefined): Event[] =>
	events.map((event) => {
		const day = known?.relations[event.id]?.day;
		return day ? timesOn(event, day) : event;
	});

/** Events that the person is going to and that are not over, on the days that they chose. */
export function useUpcoming(isSignedIn: boolean): Event[] {
	const { data: own } = useQuery({ ...ownQueries.events('participated', 'ongoing'), enabled: isSignedIn });
	const { data: known } = useQuery({ ...ownQueries.relations('ongoing'), enabled: isSignedIn });
	return onChosenDays(isSignedIn ? (own?.events ?? []) : [], known);
}

/** @param known the service's clock; null if unknown: events of several cities then have no order */
export function nextOf(
	events: readonly Event[],
	now: WallClock | null,
	known: WallClock | null,
): Event | undefined {
	const upcoming = events.filter((event) => phaseOf(event, now) === 'upcoming');
	const hasOrder = known !== null || upcoming.every(({ locId }) => locId === upcoming[0]?.locId);
	return hasOrder ? upcoming.toSorted(compareTimes)[0] : undefined;
}

const soonMs = 2 * 3_600_000;

export function soonOf(events: readonly Event[], now: WallClock): Event[] {
	const soon = addMs(now, soonMs);
	const isSoon = (event: Event) =>
		phaseOf(event, now) === 'upcoming' && event.begin !== null && event.begin <= soon;
	return events.filter(isSoon).toSorted(compareTimes);
}
