/** Taking part in an event: Join with or without a date, Leave, Interested. Signed out, it begins with a sign-in. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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
	if (isOver) return <p className={css.panel}>{m.attendance_over()}</p>;
	if (userId === undefined)
		return <Buttons event={event} relation={null} isBusy onWanted={() => undefined} />;
	return userId === null ? <SignedOut event={event} /> : <SignedIn event={event} userId={userId} />;
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

function SignedIn({ event, userId }: { event: EventView; userId: string }) {
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
				action: { label: m.attendance_undo(), run: () => void change(undo) },
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
	return (
		<Buttons
			event={event}
			relation={relation}
			isBusy={relation === null}
			onWanted={(wanted) => void change(wanted)}
		/>
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
					<button
						type="button"
						className={controls.button}
						onClick={() => onWanted({ joined: false, date: undefined })}
					>
						{m.attendance_leave()}
					</button>
				) : (
					<button
						type="button"
						className={`${controls.button} ${controls.primary}`}
						disabled={isBusy}
						onClick={() => onWanted({ joined: true, date })}
					>
						{m.attendance_join()}
					</button>
				)}
				<button
					type="button"
					className={controls.button}
					aria-pressed={wished}
					disabled={isBusy}
					onClick={() => onWanted({ wished: !wished })}
				>
					{m.attendance_interested()}
				</button>
			</div>
		</section>
	);
}
