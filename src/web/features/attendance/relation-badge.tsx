import { useQuery } from '@tanstack/react-query';
import { m } from '../../i18n/messages.ts';
import { attendanceQueries } from './attendance-queries.ts';
import css from './relation-badge.module.css';

/** A person's own relation to an event. Shown once their relations are known. */
export function RelationBadge({ userId, eventId }: { userId: string; eventId: string }) {
	const { data } = useQuery(attendanceQueries.relations(userId));
	const relation = data?.[eventId];
	if (relation?.joined) return <span className={css.joined}>{m.attendance_going()}</span>;
	return relation?.wished ? <span className={css.wished}>{m.attendance_interested()}</span> : null;
}
