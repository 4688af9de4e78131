/** Taking part in an event: Join with or without a date, Leave, Interested. Signed out, it begins with a sign-in. */
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ErrorNotice, errorInWords } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { isSessionOver } from '../../service/errors.ts';
import { usePageData } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import { useMessage } from '../../ui/message-bar.tsx';
import type { EventView } from '../events/event-view.ts';
import { keepPendingAction, type PendingAction, takePendingAction } from '../session/pending-action.ts';
import { useSession } from '../session/session-provider.tsx';
import { startSignIn } from '../session/sign-in.ts';
import css from './attendance-panel.module.css';
import { DateChoice, firstChoice } from './date-choice.tsx';
import { attendanceQueries, type OwnRelation, relationTo } from './queries.ts';
import { useAttendance, type Wanted } from './use-attendance.ts';

/** @param isOver what is over can be left, but not joined (gap register) */
export function AttendancePanel({ event, isOver }: { event: EventView; isOver: boolean }) {
	const { userId } = useSession();
	const isSignedIn = userId !== undefined && userId !== null;
	if (isOver && !isSignedIn) return <p className={css.panel}>{m.attendance_over()}</p>;
	if (isSignedIn) return <SignedIn event={event} userId={userId} isOver={isOver} />;
	return userId === null ? (
		<SignedOut event={event} />
	) : (
		<Buttons event={event} relation={null} isBusy onWanted={() => undefined} />
	);
}

function SignedOut({ event }: { event: EventView }) {
	const startWith = useSignInWith();
	const ask = ({ joined, wished, date }: Wanted) => {
		if (joined === true) startWith({ kind: 'join', eventId: event.id, date });
		if (wished === true) startWith({ kind: 'wish', eventId: event.id });
	};
	return <Buttons event={event} relation={{ joined: false, wished: false }} onWanted={ask} />;
}

/** Begins a sign-in that ends with an action being done. */
function useSignInWith() {
	const { settings } = usePageData();
	const { pathname, search } = useLocation();
	const show = useMessage();
	return (action: PendingAction) => {
		keepPendingAction(action);
		startSignIn(settings, `${pathname}${search}`).catch((error: unknown) =>
			show({ text: errorInWords(error) }),
		);
	};
}

function SignedIn({ event, userId, isOver }: { event: EventView; userId: string; isOver: boolean }) {
	const own = useQuery(attendanceQueries.own(userId));
	const { check } = useSession();
	const show = useMessage();
	const startWith = useSignInWith();

	const change = useAttendance(userId, event.id, {
		onChanged: ({ wanted, before }) => {
			const undo: Wanted =
				wanted.joined === undefined
					? { wished: before.wished }
					: { joined: before.joined, date: before.date };
			show({
				text: changeInWords(wanted, before),
				// What was over before it was left cannot be joined again.
				...(isOver ? {} : { action: { label: m.attendance_undo(), run: () => void change(undo) } }),
			});
		},
		onFailed: (error, wanted) => {
			const text = `${m.attendance_failed()} ${errorInWords(error)}`;
			if (isSessionOver(error)) {
				const again: PendingAction =
					wanted.joined === true
						? { kind: 'join', eventId: event.id, date: wanted.date }
						: { kind: 'wish', eventId: event.id };
				show({ text, action: { label: m.session_sign_in(), run: () => startWith(again) } });
				void check();
			} else show({ text, action: { label: m.app_retry(), run: () => void change(wanted) } });
		},
	});

	// What was asked for before the sign-in is done as soon as the own relations are known, and once.
	const latest = useRef(change);
	useEffect(() => {
		latest.current = change;
	});
	const isKnown = own.data !== undefined;
	useEffect(() => {
		if (!isKnown) return;
		const pending = takePendingAction(event.id);
		if (pending !== undefined)
			void latest.current(pending.kind === 'join' ? { joined: true, date: pending.date } : { wished: true });
	}, [isKnown, event.id]);

	if (own.error && own.data === undefined)
		return <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />;
	const relation = own.data === undefined ? null : relationTo(event.id, own.data);
	if (isOver) return <Over relation={relation} onWanted={(wanted) => void change(wanted)} />;
	return (
		<Buttons
			event={event}
			relation={relation}
			isBusy={relation === null}
			onWanted={(wanted) => void change(wanted)}
		/>
	);
}

/** After the end: nothing to join, and what was joined or marked can be taken back. */
function Over({ relation, onWanted }: { relation: OwnRelation | null; onWanted: (wanted: Wanted) => void }) {
	return (
		<section className={css.panel} aria-label={m.attendance_title()}>
			<p>{m.attendance_over()}</p>
			<div className={css.buttons}>
				{relation?.joined === true && (
					<LeaveButton onClick={() => onWanted({ joined: false, date: undefined })} />
				)}
				{relation?.wished === true && (
					<button
						type="button"
						className={controls.button}
						aria-pressed
						onClick={() => onWanted({ wished: false })}
					>
						{m.attendance_interested()}
					</button>
				)}
			</div>
		</section>
	);
}

/** Shorter than anybody takes to see that a button has changed, in milliseconds. */
const doublePress = 300;

/** Lets a press through unless one came right before: a double tap on Join must not reach the Leave in its place. */
function useSinglePress() {
	const last = useRef(Number.NEGATIVE_INFINITY);
	return (press: () => void) => (event: MouseEvent) => {
		const sincePrevious = event.timeStamp - last.current;
		last.current = event.timeStamp;
		if (sincePrevious > doublePress) press();
	};
}

function LeaveButton({ onClick }: { onClick: (event: MouseEvent) => void }) {
	return (
		<button type="button" className={controls.button} onClick={onClick}>
			{m.attendance_leave()}
		</button>
	);
}

function changeInWords(wanted: Wanted, before: OwnRelation): string {
	if (wanted.joined === true) return before.joined ? m.attendance_day_set() : m.attendance_joined();
	if (wanted.joined === false) return m.attendance_left();
	return wanted.wished === true ? m.attendance_wished() : m.attendance_unwished();
}

interface ButtonsProps {
	event: EventView;
	/** Null while it is not known. */
	relation: OwnRelation | null;
	isBusy?: boolean;
	onWanted: (wanted: Wanted) => void;
}

function Buttons({ event, relation, isBusy = false, onWanted }: ButtonsProps) {
	const [date, setDate] = useState(() => firstChoice(event));
	const pressGoing = useSinglePress();
	const pressInterest = useSinglePress();
	const joined = relation?.joined === true;
	const wished = relation?.wished === true;
	return (
		<section className={css.panel} aria-label={m.attendance_title()}>
			{joined && <p className={css.going}>{m.attendance_going()}</p>}
			<DateChoice
				event={event}
				value={relation?.date ?? date}
				onChange={(day) => {
					setDate(day);
					if (joined) onWanted({ joined: true, date: day });
				}}
			/>
			<div className={css.buttons}>
				{joined ? (
					<LeaveButton onClick={pressGoing(() => onWanted({ joined: false, date: undefined }))} />
				) : (
					<button
						type="button"
						className={`${controls.button} ${controls.primary}`}
						disabled={isBusy}
						onClick={pressGoing(() => onWanted({ joined: true, date }))}
					>
						{m.attendance_join()}
					</button>
				)}
				<button
					type="button"
					className={controls.button}
					aria-pressed={wished}
					disabled={isBusy}
					onClick={pressInterest(() => onWanted({ wished: !wished }))}
				>
					{m.attendance_interested()}
				</button>
			</div>
		</section>
	);
}
