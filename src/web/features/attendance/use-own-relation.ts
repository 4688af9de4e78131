import { useQuery } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { noRelation, type OwnRelation } from './own-relation.ts';
import { attendanceQueries, relationIn } from './own-relations.ts';

interface KnownRelation {
	/** Null while it is not known. */
	relation: OwnRelation | null;
	/** Set when it could not be read. */
	error: Error | null;
	retry: () => void;
}

/**
 * A person's relation to an event; the lists are read only where the event does not say.
 *
 * @param userId null when nobody is signed in, undefined while that is not known
 */
export function useOwnRelation(userId: string | null | undefined, event: Event): KnownRelation {
	const id = userId ?? '';
	const isSignedIn = typeof userId === 'string';
	const changes = useQuery({ ...attendanceQueries.changes(id), enabled: false });
	const known = changes.data[event.id] ?? (isSignedIn ? relationIn(event, id) : undefined);
	const lists = useQuery({ ...attendanceQueries.lists(id), enabled: isSignedIn && known === undefined });
	if (!isSignedIn)
		return { relation: userId === null ? noRelation : null, error: null, retry: () => undefined };
	const listed = lists.data && (lists.data[event.id] ?? noRelation);
	const relation = known ?? listed ?? null;
	return {
		relation,
		error: relation === null ? lists.error : null,
		retry: () => void lists.refetch(),
	};
}
