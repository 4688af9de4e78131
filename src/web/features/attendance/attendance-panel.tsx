/** Join (with or without a day), Leave and Interested. If signed out, they offer to sign in. */
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { openDialog } from '../../ui/invoker-commands.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { AttendanceButtons } from './attendance-buttons.tsx';
import css from './attendance-panel.module.css';
import { type Change, isDone } from './own-relation.ts';
import { useAttendance } from './use-attendance.tsx';
import { useOwnRelation } from './use-own-relation.ts';

const SignInSheet = lazyComponent(() => import('./sign-in-sheet.tsx'), 'SignInSheet');

interface PanelProps {
	event: Event;
	/** People can leave an event that is over, but not join it (gap register, `event-over`). */
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
	const menuId = useId();
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
	if (isOver && !isSignedIn) return <p className={css.panel}>{m.attendance_over()}</p>;
	return (
		<>
			<AttendanceButtons
				ref={region}
				menu={{
					id: menuId,
					hasJustJoined,
					onClose,
					children: menu,
				}}
				event={event}
				isOver={isOver}
				relation={relation}
				waiting={waiting}
				onChange={userId === undefined ? wait : change}
			/>
			{offered && (
				<Suspense>
					<SignInSheet event={event} change={offered} onClose={() => setOffered(null)} />
				</Suspense>
			)}
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
	/** Duplicates the state, because an effect may run twice before the state updates. */
	const latest = useRef<readonly Change[]>([]);
	const [waiting, setWaiting] = useState<readonly Change[]>([]);
	const wait = (asked: Change) => {
		latest.current = [...latest.current.filter(({ kind }) => kind !== asked.kind), asked];
		setWaiting(latest.current);
	};
	const run = useEffectEvent(change);
	useEffect(() => {
		if (userId === undefined || latest.current.length === 0) return;
		const changes = latest.current;
		latest.current = [];
		setWaiting([]);
		for (const each of changes) run(each);
	}, [userId]);
	useEffect(() => {
		if (relation === null || typeof userId !== 'string') return;
		const action = takeAction(event.id);
		if (action !== null && !isDone(relation, action, event)) run(action);
	}, [event, relation, userId, takeAction]);
	return { wait, waiting };
}
