/** Taking part in an event: Join with or without a day, Leave, Interested. Signed out, it begins with a sign-in. */
import { useEffect, useRef } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { ErrorText } from '../../shared/error-text.tsx';
import { isSessionOver } from '../../shared/errors.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { useSignIn } from '../../shared/session/use-sign-in.ts';
import { useMessage } from '../../ui/message-bar.tsx';
import { AttendanceButtons, ButtonsAfterEnd } from './attendance-buttons.tsx';
import css from './attendance-panel.module.css';
import type { OwnRelation } from './own-relation.ts';
import { fromPendingAction, toPendingAction } from './pending-change.ts';
import { OutcomeUnknownError, type Wanted } from './send-change.ts';
import { type Change, useAttendance } from './use-attendance.ts';
import { useOwnRelation } from './use-own-relation.ts';
import { useWhenKnown } from './use-when-known.ts';

interface PanelProps {
	event: Event;
	/** An event that is over can be left, but not joined (gap register, `event-over`). */
	isOver: boolean;
}

/**
 * The same buttons whoever is signed in, and before that is known: a button that was replaced between pressing and letting
 * go would lose the press.
 */
export function AttendancePanel({ event, isOver }: PanelProps) {
	const { userId } = useSession();
	const { relation, error, retry } = useOwnRelation(userId, event);
	const signIn = useSignIn();
	const region = useRef<HTMLElement>(null);
	const focus = () => region.current?.focus({ preventScroll: true });
	const change = useChange(event.id, userId ?? '', isOver, focus);
	const send = (wanted: Wanted) => {
		// What is over can be left only.
		if (isOver && wanted.joined !== false && wanted.wished !== false) return;
		if (userId === null) signIn(toPendingAction(wanted, event.id, null));
		else change(wanted);
	};
	usePendingAction(event, typeof userId === 'string' ? relation : null, send);
	const { want, waiting } = useWhenKnown(relation, send);
	if (error !== null) return <ErrorNotice error={error} onRetry={retry} />;
	if (!isOver)
		return (
			<AttendanceButtons ref={region} event={event} relation={relation} waiting={waiting} onWanted={want} />
		);
	// The button that was pressed will no longer be there.
	const take = (wanted: Wanted) => {
		focus();
		send(wanted);
	};
	return typeof userId === 'string' ? (
		<ButtonsAfterEnd ref={region} relation={relation} onWanted={take} />
	) : (
		<p className={css.panel}>{m.attendance_over()}</p>
	);
}

/**
 * Changes the relation, and reports in the message bar how that went.
 *
 * @param focus gives the focus to what the page shows of the relation, when the message with the pressed button goes
 */
function useChange(
	eventId: string,
	userId: string,
	isOver: boolean,
	focus: () => void,
): (wanted: Wanted) => void {
	const show = useMessage();
	const signIn = useSignIn();
	const changeAgain = (wanted: Wanted) => {
		focus();
		change(wanted);
	};
	const attend = useAttendance(userId, eventId, {
		onChanged: (done) => {
			const undo = isOver ? null : undoOf(done);
			show({
				text: formatChange(done),
				...(undo && { action: { label: m.attendance_undo(), run: () => changeAgain(undo) } }),
			});
		},
		onFailed: (error, wanted) => {
			const again = isSessionOver(error)
				? { label: m.session_sign_in(), run: () => signIn(toPendingAction(wanted, eventId, userId)) }
				: { label: m.app_retry(), run: () => changeAgain(wanted) };
			show({ text: <Failure error={error} />, action: again });
		},
	});
	const change = (wanted: Wanted) => void attend(wanted);
	return change;
}

/** Does what was asked for before the sign-in as soon as the relation is known, and once. */
function usePendingAction(event: Event, relation: OwnRelation | null, change: (wanted: Wanted) => void) {
	const { takeAction } = useSession();
	const latest = useRef({ event, relation, change });
	useEffect(() => {
		latest.current = { event, relation, change };
	});
	const isKnown = relation !== null;
	const { id } = event;
	useEffect(() => {
		const { relation: known, ...now } = latest.current;
		if (!isKnown || known === null) return;
		const action = takeAction(id);
		const wanted = action && fromPendingAction(action, known, now.event);
		if (wanted !== null) now.change(wanted);
	}, [isKnown, id, takeAction]);
}

/** What takes a change back; null when that is not possible, since the day before it is not known. */
function undoOf({ wanted, before }: Change): Wanted | null {
	if (wanted.joined === undefined) return { wished: before.wished };
	if (before.joined && before.day === undefined && wanted.joined) return null;
	return { joined: before.joined, day: before.day };
}

function formatChange({ wanted, before }: Change): string {
	if (wanted.joined === true) return before.joined ? m.attendance_day_set() : m.attendance_joined();
	if (wanted.joined === false) return m.attendance_left();
	return wanted.wished === true ? m.attendance_wished() : m.attendance_unwished();
}

function Failure({ error }: { error: Error }) {
	return error instanceof OutcomeUnknownError ? (
		<ErrorText error={error.cause} failed={m.attendance_outcome_unknown()} />
	) : (
		<ErrorText error={error} failed={m.attendance_not_saved()} />
	);
}
