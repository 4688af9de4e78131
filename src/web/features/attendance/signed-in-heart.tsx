import { useEffect, useEffectEvent, useRef } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { hasSeveralDays, phaseOf } from '../../../contract/event/times.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { m } from '../../i18n/messages.ts';
import { useFromNow } from '../../shared/now.ts';
import { ChangingText } from '../../ui/changing-text.tsx';
import { formatDay } from '../days/format-when.ts';
import css from './heart.module.css';
import { HeartButton } from './heart-button.tsx';
import { noRelation } from './own-relation.ts';
import { useAttendance } from './use-attendance.tsx';
import { useOwnRelation } from './use-own-relation.ts';

interface SignedInHeartProps {
	event: Event;
	/** Whether the heart was tapped before this code was loaded. */
	isAsked?: boolean;
	/** Called once such a tap is handled. */
	onHandled?: () => void;
}

export function SignedInHeart({ event, isAsked = false, onHandled }: SignedInHeartProps) {
	const { relation, status } = useOwnRelation(event);
	const { joined, wished, day, isUnsure = false } = relation ?? noRelation;
	const isDayOver = useFromNow((_now, past) => phaseOf(day ? timesOn(event, day) : event, past) === 'over');
	const isOver = status === 'expired' || isDayOver;
	const heart = useRef<HTMLSpanElement>(null);
	const focus = () => heart.current?.focus({ preventScroll: true });
	const change = useAttendance({ event, status, focus });
	const wish = useEffectEvent(() => change({ kind: 'wish', day: null }));
	useEffect(() => {
		if (!isAsked) return;
		wish();
		onHandled?.();
	}, [isAsked, onHandled]);
	if (joined) {
		const name = day === null ? m.people_no_day() : day && formatDay(day);
		const chosen = name && hasSeveralDays(event) ? ` · ${name}` : '';
		return (
			<span className={css.joined} aria-busy={isUnsure || undefined}>
				<ChangingText text={`${isOver ? m.attendance_went() : m.attendance_going()}${chosen}`} />
			</span>
		);
	}
	if (isOver) return null;
	return (
		<HeartButton
			ref={heart}
			title={event.title}
			wished={wished}
			isWaiting={isAsked || isUnsure}
			onTap={() => change({ kind: wished ? 'unwish' : 'wish', day: null })}
		/>
	);
}
