/** Taking part in an event: Join with or without a day, Leave, Interested. Signed out, it begins with a sign-in. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
import { attendanceQueries } from './attendance-queries.ts';
import { type Change, isDone, noRelation, type OwnRelation, undoOf } from './own-relation.ts';
import { OutcomeUnknownError } from './send-change.ts';
import { useAttendance } from './use-attendance.ts';

interface PanelProps {
	event: Event;
	/** An event that is over can be left, but not joined (gap register, `event-over`). */
	isOver: boolean;
	/** What the menu of who goes has besides. */
	menu: ReactNode;
}

/**
 * The same buttons whoever is signed in, and before that is known: a button that was replaced between pressing and letting
 * go would lose the tap.
 */
export function AttendancePanel({ event, isOver, menu }: PanelProps) {
	const { userId } = useSession();
	const isSignedIn = typeof userId === 'string';
	const own = useQuery({ ...attendanceQueries.relation(userId ?? '', event), enabled: isSignedIn });
	const relation = isSignedIn ? (own.data ?? null) : userId === null ? noRelation : null;
	const signIn = useSignIn();
	const region = useRef<HTMLElement>(null);
	const focus = () => region.current?.focus({ preventScroll: true });
	const change = useChange(userId ?? '', event, isOver, focus);
	const { ask, waiting } = useChangesOnceKnown(event, relation, (asked) => {
		if (isOver && (asked.kind === 'join' || asked.kind === 'wish')) return;
		if (isSignedIn) change(asked);
		else signIn({ ...asked, eventId: event.id, userId: null });
	});
	if (isSignedIn && own.isLoadingError)
		return <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />;
	if (!isOver)
		return (
			<AttendanceButtons
				ref={region}
				menu={menu}
				event={event}
				relation={relation}
				waiting={waiting}
				onChange={ask}
			/>
		);
	// The button that was tapped will no longer be there.
	const askAfterEnd = (asked: Change) => {
		focus();
		ask(asked);
	};
	return isSignedIn ? (
		<ButtonsAfterEnd ref={region} relation={relation} onChange={askAfterEnd} />
	) : (
		<p className={css.panel}>{m.attendance_over()}</p>
	);
}

/**
 * Changes the relation, and reports in the message bar how that went.
 *
 * @param focus gives the focus to what the page shows of the relation, when the message with the tapped button goes
 */
function useChange(
	userId: string,
	event: Event,
	isOver: boolean,
	focus: () => void,
): (change: Change) => void {
	const show = useMessage();
	const signIn = useSignIn();
	const changeAgain = (change: Change) => {
		focus();
		attend(change);
	};
	const attend = useAttendance(userId, event, {
		onChanged: (change, before) => {
			const undo = isOver ? null : undoOf(change, before);
			show({
				text: formatChange(change, before),
				...(undo && { action: { label: m.attendance_undo(), run: () => changeAgain(undo) } }),
			});
		},
		onFailed: (error, change) => {
			const again = isSessionOver(error)
				? { label: m.session_sign_in(), run: () => signIn({ ...change, eventId: event.id, userId }) }
				: { label: m.app_retry(), run: () => changeAgain(change) };
			show({ text: <Failure error={error} />, action: again });
		},
	});
	return attend;
}

/**
 * Changes that were asked for before the relation was known, or before a sign-in, are done once it is known.
 *
 * @param relation null while it is not known
 * @returns `ask`, which does a change now or then, and the changes that wait
 */
function useChangesOnceKnown(event: Event, relation: OwnRelation | null, change: (change: Change) => void) {
	const { userId, takeAction } = useSession();
	/** In a ref as well, since an effect may run twice before a new state is there. */
	const latest = useRef<readonly Change[]>([]);
	const [waiting, setWaiting] = useState<readonly Change[]>([]);
	const wait = (changes: readonly Change[]) => {
		latest.current = changes;
		setWaiting(changes);
	};
	useEffect(() => {
		if (relation === null) return;
		const action = typeof userId === 'string' ? takeAction(event.id) : null;
		const changes = action === null ? latest.current : [...latest.current, action];
		if (latest.current.length > 0) {
			latest.current = [];
			setWaiting([]);
		}
		for (const each of changes) if (!isDone(relation, each, event)) change(each);
	}, [event, relation, userId, takeAction, change]);
	const ask = (asked: Change) => {
		if (relation !== null) change(asked);
		else wait([...latest.current.filter(({ kind }) => kind !== asked.kind), asked]);
	};
	return { ask, waiting };
}

function formatChange({ kind }: Change, { joined }: OwnRelation): string {
	switch (kind) {
		case 'join':
			return joined ? m.attendance_day_set() : m.attendance_joined();
		case 'leave':
			return m.attendance_left();
		case 'wish':
			return m.attendance_wished();
		case 'unwish':
			return m.attendance_unwished();
	}
}

function Failure({ error }: { error: Error }) {
	return error instanceof OutcomeUnknownError ? (
		<ErrorText error={error.cause} failed={m.attendance_outcome_unknown()} />
	) : (
		<ErrorText error={error} failed={m.attendance_not_saved()} />
	);
}
