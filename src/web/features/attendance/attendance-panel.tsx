/** Join (with or without a day), Leave and Interested. If signed out, they start a sign-in. */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { useSignIn } from '../../shared/session/use-sign-in.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PopoverSheet } from '../../ui/popover.tsx';
import { useShare } from '../event/share-button.tsx';
import { AttendanceButtons } from './attendance-buttons.tsx';
import css from './attendance-panel.module.css';
import { useOwnRelation } from './attendance-queries.ts';
import { type Change, isDone, noRelation, type OwnRelation } from './own-relation.ts';
import { useAttendance } from './use-attendance.tsx';

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
	const own = useOwnRelation(event);
	const relation = isSignedIn ? (own.data ?? null) : userId === null ? noRelation : null;
	const signIn = useSignIn();
	const region = useRef<HTMLElement>(null);
	const focus = () => region.current?.focus({ preventScroll: true });
	const [hasJustJoined, setJustJoined] = useState(false);
	const change = useAttendance({
		userId: userId ?? '',
		event,
		isOver,
		focus,
		onJoined: () => setJustJoined(true),
	});
	const { ask, waiting } = useChangesOnceKnown(event, relation, (asked) => {
		if (isOver && (asked.kind === 'join' || asked.kind === 'wish')) return;
		if (isSignedIn) change(asked);
		else signIn({ ...asked, eventId: event.id, userId: null });
	});
	if (isSignedIn && own.isLoadingError)
		return <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />;
	if (isOver && !isSignedIn) return <p className={css.panel}>{m.attendance_over()}</p>;
	return (
		<>
			<AttendanceButtons
				ref={region}
				menu={menu}
				event={event}
				isOver={isOver}
				relation={relation}
				waiting={waiting}
				onChange={(asked) => {
					// Moves the focus first, because the tapped button disappears.
					if (isOver) focus();
					ask(asked);
				}}
			/>
			{hasJustJoined && (
				<JoinedSheet title={event.title} beside={region} onClose={() => setJustJoined(false)}>
					{menu}
				</JoinedSheet>
			)}
		</>
	);
}

/** Runs changes requested before the relation was loaded, or before a sign-in. @param relation null while loading */
function useChangesOnceKnown(event: Event, relation: OwnRelation | null, change: (change: Change) => void) {
	const { userId, takeAction } = useSession();
	/** Duplicates the state, because an effect may run twice before the state updates. */
	const latest = useRef<readonly Change[]>([]);
	const [waiting, setWaiting] = useState<readonly Change[]>([]);
	const wait = (changes: readonly Change[]) => {
		latest.current = changes;
		setWaiting(changes);
	};
	const run = useEffectEvent(change);
	useEffect(() => {
		if (relation === null) return;
		const action = typeof userId === 'string' ? takeAction(event.id) : null;
		const changes = action === null ? latest.current : [...latest.current, action];
		if (latest.current.length > 0) {
			latest.current = [];
			setWaiting([]);
		}
		for (const each of changes) if (!isDone(relation, each, event)) run(each);
	}, [event, relation, userId, takeAction]);
	const ask = (asked: Change) => {
		if (relation !== null) change(asked);
		else wait([...latest.current.filter(({ kind }) => kind !== asked.kind), asked]);
	};
	return { ask, waiting };
}

interface JoinedSheetProps {
	title: string;
	beside: RefObject<HTMLElement | null>;
	onClose: () => void;
	children: ReactNode;
}

/** Shown immediately after joining. Doesn't take the focus; a tap elsewhere closes it. */
function JoinedSheet({ title, beside, onClose, children }: JoinedSheetProps) {
	const sheet = useRef<HTMLDivElement>(null);
	const id = useId();
	const share = useShare(title);
	useEffect(() => {
		const { current } = sheet;
		// With `source`, Tab moves from the button into the sheet. Browsers before 2024 show the sheet inline.
		current?.showPopover?.({ source: beside.current?.querySelector('button') ?? current });
	}, [beside]);
	return (
		<PopoverSheet ref={sheet} id={id} title={m.attendance_see_you()} onClose={onClose}>
			<Button onTap={share}>
				<Icon name="share" />
				{m.attendance_tell()}
			</Button>
			{children}
		</PopoverSheet>
	);
}
