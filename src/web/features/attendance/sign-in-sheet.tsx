/** Tells signed-out visitors who tap Join or a heart that they will sign in first. */
import { useEffect, useId } from 'react';
import { createPortal } from 'react-dom';
import type { Event } from '../../../contract/event/event.ts';
import { hasSeveralDays } from '../../../contract/event/times.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useSignIn } from '../../shared/session/use-sign-in.tsx';
import { closes, openDialog } from '../../ui/invoker-commands.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { formatDay } from '../days/format-when.ts';
import type { Change } from './own-relation.ts';

interface SignInSheetProps {
	event: Event;
	/** The change to make after the sign-in. */
	change: Change;
	onClose: () => void;
}

/** A sheet that opens as soon as it is rendered. */
export function SignInSheet({ event, change, onClose }: SignInSheetProps) {
	const { service_name: service } = usePageData().settings;
	const signIn = useSignIn();
	const id = useId();
	useEffect(() => openDialog(id), [id]);
	const joins = change.kind === 'join';
	const day = change.day === null ? m.people_no_day() : formatDay(change.day);
	// A heart is in a paragraph, where a dialog can't be.
	return createPortal(
		<Sheet id={id} title={joins ? m.attendance_join() : m.attendance_interested()} onClose={onClose}>
			<p>
				{joins ? m.attendance_sign_in_join({ service }) : m.attendance_sign_in_wish({ service })}
				<br />
				<b dir="auto" lang={langOf(event.title)}>
					{event.title}
				</b>
				{joins && hasSeveralDays(event) && ` · ${day}`}
			</p>
			<button
				{...closes(id)}
				className="button primary"
				onClick={() => signIn({ ...change, eventId: event.id, userId: null })}
			>
				{m.session_sign_in()}
			</button>
		</Sheet>,
		document.body,
	);
}
