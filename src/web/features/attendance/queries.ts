/**
 * The own relations: the specification's Event does not tell them, so they are derived from the signed-in person's
 * participated and wished lists (design §6), read once and kept true by the mutations.
 */
import { queryOptions } from '@tanstack/react-query';
import { paging } from '../../../contract/filters.ts';
import { callService } from '../../service/call.ts';

/** Own relation to one event. Going and interested are two things: both may be true. */
export interface OwnRelation {
	joined: boolean;
	wished: boolean;
	/** The day told at joining from this browser, `YYYY-MM-DD`; the service does not give it back. */
	date?: string | undefined;
}

/** By event id; an event that is not there has neither. */
export type OwnRelations = Readonly<Record<string, OwnRelation>>;

const none: OwnRelation = { joined: false, wished: false };
const mostPages = 20;

async function readIds(
	name: 'listParticipatedEvents' | 'listWishedEvents',
	userId: string,
	signal: AbortSignal,
): Promise<string[]> {
	const ids: string[] = [];
	for (let start = 0, page = 0; page < mostPages; page += 1) {
		const { events, total } = await callService(
			name,
			{ id: userId, start, count: paging.maxCount },
			{ signal },
		);
		ids.push(...events.map(({ id }) => id));
		start += events.length;
		if (events.length === 0 || start >= total) break;
	}
	return ids;
}

export const attendanceQueries = {
	own: (userId: string) =>
		queryOptions({
			queryKey: ['own', userId] as const,
			queryFn: async ({ signal }): Promise<OwnRelations> => {
				const [joined, wished] = await Promise.all([
					readIds('listParticipatedEvents', userId, signal),
					readIds('listWishedEvents', userId, signal),
				]);
				const relations: Record<string, OwnRelation> = {};
				for (const id of joined) relations[id] = { ...none, joined: true };
				for (const id of wished) relations[id] = { ...(relations[id] ?? none), wished: true };
				return relations;
			},
			staleTime: Number.POSITIVE_INFINITY,
		}),
};

/** The relation to one event. */
export function relationTo(eventId: string, relations: OwnRelations): OwnRelation {
	return relations[eventId] ?? none;
}
