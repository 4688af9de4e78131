import { type ReactNode, useRef } from 'react';
import { type Event, isPublic } from '../../../contract/event/event.ts';
import { hasSeveralDays } from '../../../contract/event/times.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import { meaningOfError, needsSignIn } from '../../shared/errors.ts';
import { useSignIn } from '../../shared/session/use-sign-in.tsx';
import { useMessage } from '../../ui/message-bar.tsx';
import { formatDay } from '../event/format-when.ts';
import { type Change, type OwnRelation, undoOf } from './own-relation.ts';
import { OutcomeUnknownError } from './send-change.ts';
import { useAttendanceMutation } from './use-attendance-mutation.ts';

interface AttendanceOptions {
	userId: string;
	event: Event;
	/** Disables Undo. */
	isOver: boolean;
	/** Moves the focus back to the page when the message closes. */
	focus: () => void;
	/** Called after joining, but not after changing the day or undoing Leave. */
	onJoined?: () => void;
}

/** @returns a function that sends a change, and shows a message that offers Undo, Retry or Sign in */
export function useAttendance({
	userId,
	event,
	isOver,
	focus,
	onJoined,
}: AttendanceOptions): (change: Change) => void {
	const show = useMessage();
	const signIn = useSignIn();
	const undoing = useRef<Change>(null);
	const changeAgain = (change: Change) => {
		focus();
		attend(change);
	};
	const attend = useAttendanceMutation(userId, event, {
		onChanged: (change, before) => {
			if (change.kind === 'join' && !before.joined && change !== undoing.current) onJoined?.();
			const undo = isOver ? null : undoOf(change, before);
			const runUndo = () => {
				undoing.current = undo;
				if (undo !== null) changeAgain(undo);
			};
			show({
				text: formatChange(change, before, event),
				...(undo && { action: { label: m.attendance_undo(), run: runUndo } }),
			});
		},
		onFailed: (error, change, { joined }) => {
			const again = needsSignIn(error)
				? { label: m.session_sign_in(), run: () => signIn({ ...change, eventId: event.id, userId }) }
				: { label: m.app_retry(), run: () => changeAgain(change) };
			show({ text: formatFailure(event, error, change.kind === 'join' && joined), action: again });
		},
	});
	return attend;
}

function formatChange({ kind, day }: Change, { joined }: OwnRelation, event: Event): string {
	if (kind === 'join' && day !== null && hasSeveralDays(event))
		return m.attendance_joined_on({ day: formatDay(day) });
	const texts = {
		join: joined ? m.attendance_day_set : m.attendance_joined,
		leave: m.attendance_left,
		wish: m.attendance_wished,
		unwish: m.attendance_unwished,
	};
	return texts[kind]();
}

/** Names the event, as other pages show the message too, but not a private one: the session may be over. */
function formatFailure(event: Event, error: Error, changesDay: boolean): ReactNode {
	const isUnknown = error instanceof OutcomeUnknownError;
	return (
		<>
			{isPublic(event) && (
				<>
					<b dir="auto" lang={langOf(event.title)}>
						{event.title}
					</b>
					<br />
				</>
			)}
			<ErrorText
				error={isUnknown ? error.cause : error}
				failed={isUnknown ? m.attendance_outcome_unknown() : m.attendance_not_saved()}
			/>
			{/* Some services reject a second join (gap register, `repeated-write`). */}
			{changesDay && meaningOfError(error) === 'other' && <> {m.attendance_day_stays()}</>}
		</>
	);
}
