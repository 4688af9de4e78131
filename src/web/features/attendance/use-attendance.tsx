import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import { type Event, isPublic } from '../../../contract/event/event.ts';
import { hasSeveralDays, phaseOf } from '../../../contract/event/times.ts';
import type { RelationStatus } from '../../../contract/spec/filters.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import {
	isEventOver,
	isOutcomeUnknown,
	isUnsettled,
	meaningOfError,
	needsSignIn,
} from '../../shared/errors.ts';
import { useFromNow } from '../../shared/now.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { useSignIn } from '../../shared/session/use-sign-in.tsx';
import { ChangingText } from '../../ui/changing-text.tsx';
import { useMessage } from '../../ui/message-bar.tsx';
import { formatDay } from '../days/format-when.ts';
import { type Change, isAdding, undoOf } from './own-relation.ts';
import { useAttendanceMutation } from './use-attendance-mutation.ts';

interface AttendanceOptions {
	event: Event;
	/** The status of the lists that contain the event. */
	status: RelationStatus;
	/** Moves the focus to the page before Undo or Retry, whose button disappears. */
	focus: () => void;
	/** Called after joining, but not after changing the day or undoing Leave. */
	onJoined?: () => void;
}

/** @returns a function that sends a change, and shows a message that offers Undo, Retry or Sign in */
export function useAttendance({
	event,
	status,
	focus,
	onJoined,
}: AttendanceOptions): (change: Change) => void {
	const { userId = null } = useSession();
	const show = useMessage();
	const signIn = useSignIn();
	/** If the service's zone is unknown, by the browser's clock, which doesn't keep people from trying to join. */
	const hasEnded = useFromNow((now) => phaseOf(event, now) === 'over');
	const changeAgain = (change: Change) => {
		focus();
		attend(change);
	};
	const attend = useAttendanceMutation(event, status, {
		onChanged: (change, before) => {
			const undo = status === 'expired' ? null : undoOf(change, before);
			show({
				text: <ChangeSaved event={event} change={change} before={before} />,
				...(undo && { action: { label: m.attendance_undo(), run: () => changeAgain(undo) } }),
			});
			if (change.kind === 'join' && !before.joined && !change.isUndo) onJoined?.();
		},
		onFailed: (error, change, { joined }) => {
			const again = needsSignIn(error)
				? { label: m.session_sign_in(), run: () => signIn({ ...change, eventId: event.id, userId }) }
				: { label: m.app_retry(), run: () => changeAgain(change) };
			const mayBeTooLate = hasEnded && isAdding(change) && meaningOfError(error) === 'other';
			const isTooLate = isEventOver(error) || mayBeTooLate;
			show({
				text: (
					<ChangeFailed
						event={event}
						error={isTooLate ? 'over' : error}
						changesDay={change.kind === 'join' && joined}
					/>
				),
				...(!isUnsettled(error) && !isTooLate && { action: again }),
			});
		},
	});
	return attend;
}

function formatChange({ kind, day }: Change, { joined }: OwnRelation, event: Event | undefined): string {
	if (kind === 'join' && day !== null && event && hasSeveralDays(event))
		return m.attendance_joined_on({ day: formatDay(day) });
	const texts = {
		join: joined ? m.attendance_day_set : m.attendance_joined,
		leave: m.attendance_left,
		wish: m.attendance_wished,
		unwish: m.attendance_unwished,
	};
	return texts[kind]();
}

interface MessageProps {
	/** Undefined if the event could not be read. */
	event: Event | undefined;
}

/** Names the event, because the message stays on other pages; not a private one, because the session may be over. */
const Title = ({ event }: MessageProps) =>
	event &&
	isPublic(event) && (
		<b key={event.id} dir="auto" lang={langOf(event.title)}>
			{event.title}
		</b>
	);

interface SavedProps extends MessageProps {
	change: Change;
	before: OwnRelation;
}

export const ChangeSaved = ({ event, change, before }: SavedProps) => (
	<>
		<Title event={event} />
		<ChangingText text={formatChange(change, before, event)} />
	</>
);

interface FailedProps extends MessageProps {
	error: Error | 'over';
	changesDay?: boolean;
}

export const ChangeFailed = ({ event, error, changesDay = false }: FailedProps) => (
	<>
		<Title event={event} />
		{error === 'over' ? (
			m.attendance_over()
		) : (
			<ErrorText
				error={error}
				failed={isOutcomeUnknown(error) ? m.attendance_outcome_unknown() : m.attendance_not_saved()}
			/>
		)}
		{/* Some services reject a second join (gap register, `repeated-write`). */}
		{changesDay && meaningOfError(error) === 'other' && <> {m.attendance_day_stays()}</>}
	</>
);
