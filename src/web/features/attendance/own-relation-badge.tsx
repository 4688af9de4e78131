/** In lists: whether the signed-in person is going or interested. Shown once the own relations are known. */
import { useQuery } from '@tanstack/react-query';
import { m } from '../../i18n/generated/messages.js';
import { useSession } from '../../shared/session/session-provider.tsx';
import css from './own-relation-badge.module.css';
import { attendanceQueries } from './own-relations.ts';

export function OwnRelationBadge({ eventId }: { eventId: string }) {
	const { userId } = useSession();
	const { data } = useQuery({
		...attendanceQueries.lists(userId ?? ''),
		enabled: typeof userId === 'string',
	});
	const relation = data?.[eventId];
	if (relation?.joined) return <span className={css.joined}>{m.attendance_going()}</span>;
	return relation?.wished ? <span className={css.wished}>{m.attendance_interested()}</span> : null;
}
