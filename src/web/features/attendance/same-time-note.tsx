/** A note on an event: the person goes to another one at the same time. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Event } from '../../../contract/event/event.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { clashOf } from '../event/group-by-day.ts';
import { attendanceQueries } from './attendance-queries.ts';

/** Nothing for an event that is over, or long-running: {@link overlap}. */
export function SameTimeNote({ event, isOver }: { event: Event; isOver: boolean }) {
	const { userId } = useSession();
	const isAsked = typeof userId === 'string' && !isOver;
	const { data = [] } = useQuery({ ...attendanceQueries.upcoming(userId ?? ''), enabled: isAsked });
	const other = clashOf(event, data);
	if (!isAsked || other === undefined) return null;
	return (
		<p>
			<Link to={pagePath.event(other.id)}>{m.attendance_same_time({ title: other.title })}</Link>
		</p>
	);
}
