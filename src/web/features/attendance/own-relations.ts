/**
 * The signed-in person's own relations to events. Some services send one with the event; for the others it follows from
 * the person's participated and wished lists, read once (gap register `own-relation`). What this browser
 * changes comes on top.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { nextStart } from '../../../contract/event/lists.ts';
import { paging } from '../../../contract/spec/filters.ts';
import { type CallOptions, callOperation } from '../../shared/call.ts';
import { queryKeys } from '../../shared/query-keys.ts';
import { readChosenDays } from './chosen-days.ts';
import { forgetChanges, readKeptChanges } from './kept-changes.ts';
import { noRelation, type OwnRelation, type OwnRelations } from './own-relation.ts';

const maxPages = 20;

/** What was read without a network is read again once there is one. */
const readWhenBack = (read: () => unknown) => window.addEventListener('online', read, { once: true });

interface ListedEvents {
	ids: string[];
	/** False when the list goes on after {@link maxPages} pages. */
	isComplete: boolean;
	/** Whether it is as it was once: the server cannot be reached. */
	isOld: boolean;
}

/** The events of one of a person's lists. */
export async function readEventIds(
	name: 'listParticipatedEvents' | 'listWishedEvents',
	userId: string,
	options: Omit<CallOptions, 'onKept'> = {},
): Promise<ListedEvents> {
	const pages: Awaited<ReturnType<typeof callOperation<typeof name>>>[] = [];
	let isOld = false;
	const onKept = () => {
		isOld = true;
	};
	let start: number | undefined = 0;
	while (start !== undefined && pages.length < maxPages) {
		pages.push(
			await callOperation(name, { id: userId, start, count: paging.maxCount }, { ...options, onKept }),
		);
		start = nextStart(pages, start);
	}
	const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
	return { ids, isComplete: start === undefined, isOld };
}

export const attendanceQueries = {
	/** Relations as the lists say, with the changes of this browser. An event that is not in it has none. */
	lists: (userId: string) =>
		queryOptions({
			queryKey: queryKeys.ownLists(userId),
			queryFn: async ({ client, signal }): Promise<OwnRelations> => {
				const changed = readKeptChanges(userId);
				const [joined, wished] = await Promise.all([
					readEventIds('listParticipatedEvents', userId, { signal }),
					readEventIds('listWishedEvents', userId, { signal }),
				]);
				const days = readChosenDays(userId);
				const relations: Record<string, OwnRelation> = {};
				for (const id of joined.ids) relations[id] = { ...noRelation, joined: true, day: days[id] };
				for (const id of wished.ids) relations[id] = { ...(relations[id] ?? noRelation), wished: true };
				if (joined.isOld || wished.isOld) {
					Object.assign(relations, changed);
					readWhenBack(() => client.invalidateQueries({ queryKey: queryKeys.ownLists(userId) }));
				} else forgetChanges(userId, changed);
				// What was changed meanwhile may be missing in a list that was read before.
				return { ...relations, ...client.getQueryData(attendanceQueries.changes(userId).queryKey) };
			},
			staleTime: Number.POSITIVE_INFINITY,
		}),

	/** Relations that this browser has changed. They are only ever set, never read from anywhere. */
	changes: (userId: string) =>
		queryOptions({
			queryKey: queryKeys.ownChanges(userId),
			queryFn: (): OwnRelations => ({}),
			initialData: {},
			staleTime: Number.POSITIVE_INFINITY,
		}),
};

/** The relation that the service sends with an event; undefined when it sends none. */
export function relationIn(
	{ id, ownRelation }: Pick<Event, 'id' | 'ownRelation'>,
	userId: string,
): OwnRelation | undefined {
	if (ownRelation === null) return undefined;
	if (ownRelation === 'wished') return { joined: false, wished: true };
	return { joined: true, wished: false, day: readChosenDays(userId)[id] };
}

/** What is known at the moment of the relation to an event; undefined while nothing is. */
export function knownRelation(client: QueryClient, userId: string, eventId: string): OwnRelation | undefined {
	const changed = client.getQueryData(attendanceQueries.changes(userId).queryKey)?.[eventId];
	if (changed !== undefined) return changed;
	const event = client.getQueryData<Event>(queryKeys.event(eventId));
	const sent = event && relationIn(event, userId);
	if (sent !== undefined) return sent;
	const lists = client.getQueryData(attendanceQueries.lists(userId).queryKey);
	return lists && (lists[eventId] ?? noRelation);
}
