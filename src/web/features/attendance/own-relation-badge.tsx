/** In lists: whether the signed-in person goes, or is interested. Shown once the own relations are known. */
import { useQuery } from '@tanstack/react-query';
import { m } from '../../i18n/generated/messages.js';
import { useSession } from '../session/session-provider.tsx';
import css from './own-relation-badge.module.css';
import { attendanceQueries, relationTo } from './queries.ts';

export function OwnRelationBadge({ eventId }: { eventId: string }) {
	const { userId } = useSession();
	const { data } = useQuery({ ...attendanceQueries.own(userId ?? ''), enabled: typeof userId === 'string' });
	if (data === undefined) return null;
	const { joined, wished } = relationTo(eventId, data);
	if (joined) return <span className={css.joined}>{m.attendance_badge_joined()}</span>;
	return wished ? <span className={css.wished}>{m.attendance_badge_wished()}</span> : null;
}
