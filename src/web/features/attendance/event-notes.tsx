import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Event } from '../../../contract/event/event.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { formatWhen } from '../event/format-when.ts';
import { clashOf } from '../event/group-by-day.ts';
import { attendanceQueries } from './attendance-queries.ts';
import { changesSince, onChosenDays, readJoins, storeJoin } from './joins-here.ts';

/** One sentence per change since the person joined; none if they joined in another browser. */
export function readChanges(userId: string | null | undefined, event: Event): string[] {
	const join = typeof userId === 'string' ? readJoins(userId).get(event.id) : undefined;
	if (join === undefined) return [];
	const { time, place } = changesSince(join, event);
	return [
		...(time ? [m.attendance_time_changed({ when: formatWhen(join) })] : []),
		...(place ? [m.attendance_place_changed({ address: join.address })] : []),
	];
}

/** Says that the event's time or place has changed since the person joined. Shown until they confirm it. */
export function ChangedNote({ event }: { event: Event }) {
	const { userId } = useSession();
	const [isSeen, setSeen] = useState(false);
	const changes = readChanges(userId, event);
	if (isSeen || changes.length === 0 || typeof userId !== 'string') return null;
	const see = () => {
		const day = readJoins(userId).get(event.id)?.day ?? null;
		storeJoin(userId, event.id, { ...event, day });
		setSeen(true);
	};
	return (
		<div className={controls.notice} role="status">
			{changes.map((text) => (
				<p key={text}>
					<strong>{text}</strong>
				</p>
			))}
			<Button onTap={see}>{m.attendance_seen()}</Button>
		</div>
	);
}

/** Says that the person goes to another event at the same time. Not shown for events that are over or long-running. */
export function SameTimeNote({ event, isOver }: { event: Event; isOver: boolean }) {
	const { userId } = useSession();
	const isAsked = typeof userId === 'string' && !isOver;
	const { data = [] } = useQuery({ ...attendanceQueries.upcoming(userId ?? ''), enabled: isAsked });
	const [attended = event, ...others] = onChosenDays(userId ?? '', [event, ...data]);
	const other = clashOf(attended, others);
	if (!isAsked || other === undefined) return null;
	return (
		<p>
			<Link to={pagePath.event(other.id)}>{m.attendance_same_time({ title: other.title })}</Link>
		</p>
	);
}
