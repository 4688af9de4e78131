import { useQuery } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { attendanceQueries, noRelation, type OwnRelation, relationIn } from './own-relations.ts';

interface KnownRelation {
	/** Null while it is not known. */
	relation: OwnRelation | null;
	/** Set when it could not be read. */
	error: Error | null;
	retry: () => void;
}

/** The signed-in person's relation to an event; the lists are read only where the event does not say. */
export function useOwnRelation(userId: string, event: Event): KnownRelation {
	const changes = useQuery({ ...attendanceQueries.changes(userId), enabled: false });
	const known = changes.data[event.id] ?? relationIn(event, userId);
	const lists = useQuery({ ...attendanceQueries.lists(userId), enabled: known === undefined });
	const listed = lists.data && (lists.data[event.id] ?? noRelation);
	const relation = known ?? listed ?? null;
	return {
		relation,
		error: relation === null ? lists.error : null,
		retry: () => void lists.refetch(),
	};
}
