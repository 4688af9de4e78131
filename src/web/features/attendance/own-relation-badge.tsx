/** In lists: whether the signed-in person is going or interested. Its code is loaded for people who are signed in. */
import { lazy, Suspense } from 'react';
import { useSession } from '../../shared/session/session-provider.tsx';

const RelationBadge = lazy(async () => ({ default: (await import('./relation-badge.tsx')).RelationBadge }));

export function OwnRelationBadge({ eventId }: { eventId: string }) {
	const { userId } = useSession();
	return typeof userId === 'string' ? (
		<Suspense>
			<RelationBadge userId={userId} eventId={eventId} />
		</Suspense>
	) : null;
}
