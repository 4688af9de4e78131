import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { hasSeveralDays, phaseOf } from '../../../contract/event/times.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { m } from '../../i18n/messages.ts';
import { useFromNow } from '../../shared/now.ts';
import { formatDay } from '../event/format-when.ts';
import { attendanceQueries, useStatus } from './attendance-queries.ts';
import { Heart } from './heart.tsx';
import css from './relation-badge.module.css';
import { useAttendance } from './use-attendance.tsx';

interface BadgeProps {
	userId: string;
	event: Event;
	/** Whether the heart was tapped before the relation was loaded. */
	isAsked?: boolean;
	/** Called with true for such a tap, then with false once handled. Not needed if the relation is loaded. */
	onAsked?: (isAsked: boolean) => void;
}

export function RelationBadge({ userId, event, isAsked = false, onAsked }: BadgeProps) {
	const { data, isPending } = useQuery(attendanceQueries.relations(userId, useStatus(event)));
	const { joined = false, wished = false, day } = data?.[event.id] ?? {};
	const isOver = useFromNow((now) => phaseOf(day ? timesOn(event, day) : event, now) === 'over');
	const heart = useRef<HTMLSpanElement>(null);
	const focus = () => heart.current?.focus({ preventScroll: true });
	const change = useAttendance({ userId, event, isOver, focus });
	const asks = isAsked && !isPending;
	const isNew = asks && !joined && !wished;
	const wish = useEffectEvent(() => change({ kind: 'wish', day: null }));
	useEffect(() => {
		if (isNew) wish();
		if (asks) onAsked?.(false);
	}, [asks, isNew, onAsked]);
	if (joined) {
		const chosen = day && hasSeveralDays(event) ? ` · ${formatDay(day)}` : '';
		return (
			<span className={css.joined}>
				{isOver ? m.attendance_went() : m.attendance_going()}
				{chosen}
			</span>
		);
	}
	if (isOver && !wished) return null;
	return (
		<Heart
			ref={heart}
			title={event.title}
			wished={wished}
			isWaiting={isAsked}
			onTap={() => {
				if (isPending) onAsked?.(true);
				else change({ kind: wished ? 'unwish' : 'wish', day: null });
			}}
		/>
	);
}
