/** Join (with or without a day), Leave and Interested. If signed out, they offer to sign in. */
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, daysOf, hasSeveralDays, isClosedForToday } from '../../../contract/event/times.ts';
import { addDays } from '../../../contract/event/wall-clock.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useServiceNow, useToday } from '../../shared/now.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { openDialog } from '../../ui/invoker-commands.ts';
import { lazyPart } from '../../ui/lazy-component.tsx';
import { formatDay } from '../days/format-when.ts';
import { nameOfPrice } from '../lists/filter-names.ts';
import { Going, GoingMenu, JoinButton } from './attendance-buttons.tsx';
import css from './attendance-panel.module.css';
import { DateSheet } from './date-sheet.tsx';
import { type Change, isDone } from './own-relation.ts';
import { useAttendance } from './use-attendance.tsx';
import { useOwnRelation } from './use-own-relation.ts';

const SignInSheet = lazyPart(() => import('./sign-in-sheet.tsx'), 'SignInSheet');

const leave: Change = { kind: 'leave', day: null };

interface PanelProps {
	event: Event;
	/** People can leave an event that is over, or remove their mark, but not join it (gap register, `event-over`). */
	isOver: boolean;
	/** Additional menu items for people who have joined, also shown immediately after joining. */
	menu: ReactNode;
}

/**
 * Renders the same buttons whether signed in, signed out or not yet known: replacing a button between `pointerdown` and
 * `click` loses the tap.
 */
export function AttendancePanel({ event, isOver, menu }: PanelProps) {
	const { userId } = useSession();
	const isSignedIn = typeof userId === 'string';
	const { relation, query } = useOwnRelation(event);
	/** Change to make after a sign-in. */
	const [offered, setOffered] = useState<Change | null>(null);
	const region = useRef<HTMLElement>(null);
	const focus = () => region.current?.focus({ preventScroll: true });
	const [hasJustJoined, setJustJoined] = useState(false);
	const [menuId, daysId] = [useId(), useId()];
	const onJoined = () => {
		setJustJoined(true);
		openDialog(menuId);
	};
	const onClose = () => {
		setJustJoined(false);
		// After a sheet that opened by itself, no opener takes the focus.
		if (document.activeElement?.matches('body, dialog:not([open]) *')) focus();
	};
	const attend = useAttendance({ event, isOver, focus, onJoined });
	const change = (asked: Change) => {
		if (isOver && (asked.kind === 'join' || asked.kind === 'wish')) return;
		// First, because the tapped button disappears.
		if (isOver) focus();
		if (isSignedIn) attend(asked);
		else setOffered(asked);
	};
	const { wait, waiting } = useEarlierChanges(event, relation, change);
	const send = userId === undefined ? wait : change;
	const isWaiting = (kind: Change['kind']) => waiting.some((each) => each.kind === kind);
	const today = useToday();
	const isClosed = isClosedForToday(event, useServiceNow());
	const left = daysOf(event, { from: isClosed ? addDays(today, 1) : today });
	if (isOver && !isSignedIn) return <p className={css.panel}>{m.attendance_over()}</p>;

	const joined = relation?.joined === true;
	const wished = relation?.wished === true;
	const isRun = hasSeveralDays(event);
	const day = isRun ? relation?.day : daySpan(event)?.first;
	const joinedOn = day ? m.attendance_joined_on({ day: formatDay(day) }) : m.attendance_joined();
	/** Id of the sheet with the days; null if there is only one. */
	const days = left.length > 1 ? daysId : null;
	return (
		<>
			<section
				ref={region}
				tabIndex={-1}
				className={`screen ${css.panel}`}
				aria-label={m.attendance_title()}
				aria-busy={relation === null || undefined}
			>
				{isOver && <p data-note>{joined ? m.attendance_went() : m.attendance_over()}</p>}
				{!isOver && joined && isRun && day === undefined && <p data-note>{m.attendance_day_unknown()}</p>}
				{(!isOver || joined || wished) && (
					<div className={css.buttons} data-bar>
						{!isOver && (
							<JoinButton
								key={String(days)}
								going={joined ? <Going day={day} /> : null}
								opened={joined ? menuId : days}
								hasDays={days !== null}
								isWaiting={isWaiting('join')}
								onJoin={() => send({ kind: 'join', day: left[0] ?? null })}
							/>
						)}
						{isOver && joined && <Button onTap={() => send(leave)}>{m.attendance_leave()}</Button>}
						{event.price !== undefined && (
							<bdi className={css.price} lang={langOf(event.price.text)}>
								{nameOfPrice(event.price)}
							</bdi>
						)}
						{/* Going implies interest. */}
						{!joined && (
							<Button
								className={css.wish}
								aria-label={m.attendance_interested()}
								aria-pressed={wished}
								aria-busy={isWaiting('wish') || undefined}
								onTap={() => send({ kind: wished ? 'unwish' : 'wish', day: null })}
							>
								<Icon name="heart" />
							</Button>
						)}
					</div>
				)}
				<noscript>
					<p data-note>{m.words_needs_scripts()}</p>
				</noscript>
				<GoingMenu
					id={menuId}
					title={hasJustJoined ? joinedOn : m.attendance_going()}
					onClose={onClose}
					event={event}
					days={days}
					onLeave={() => send(leave)}
				>
					{menu}
				</GoingMenu>
				{days !== null && (
					<DateSheet
						id={days}
						event={event}
						days={left}
						isLoading={relation === null}
						onClose={onClose}
						value={joined ? relation.day : undefined}
						onChoose={(chosen) => send({ kind: 'join', day: chosen })}
					/>
				)}
			</section>
			{offered && <SignInSheet event={event} change={offered} onClose={() => setOffered(null)} />}
			{isSignedIn && query.isLoadingError && (
				<ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
			)}
		</>
	);
}

/**
 * Runs changes requested before the session was known. Runs the one requested before a sign-in once the relation is
 * known, too: it may have been made already.
 */
function useEarlierChanges(event: Event, relation: OwnRelation | null, change: (change: Change) => void) {
	const { userId, takeAction } = useSession();
	const [waiting, setWaiting] = useState<readonly Change[]>([]);
	const wait = (asked: Change) =>
		setWaiting((before) => [...before.filter(({ kind }) => kind !== asked.kind), asked]);
	const run = useEffectEvent(change);
	useEffect(() => {
		if (userId === undefined || waiting.length === 0) return;
		setWaiting([]);
		for (const each of waiting) run(each);
	}, [userId, waiting]);
	useEffect(() => {
		if (relation === null || typeof userId !== 'string') return;
		const action = takeAction(event.id);
		if (action !== null && !isDone(relation, action, event)) run(action);
	}, [event, relation, userId, takeAction]);
	return { wait, waiting };
}
