/** A note on an event that the person goes to: its time or place is not what it was when they joined. */
import { useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { type Reader, useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import controls from '../../ui/controls.module.css';
import { formatWhen } from '../event/format-when.ts';
import { changesSince, readJoins, storeJoin } from './joins-here.ts';

/** A sentence for each change; none where nothing has changed, or the person joined with another browser. */
export function readChanges(userId: string | null | undefined, event: Event, reader: Reader): string[] {
	const join = typeof userId === 'string' ? readJoins(userId).get(event.id) : undefined;
	if (join === undefined) return [];
	const { time, place } = changesSince(join, event);
	return [
		...(time ? [m.attendance_time_changed({ when: formatWhen(join, reader) })] : []),
		...(place ? [m.attendance_place_changed({ address: join.address })] : []),
	];
}

/** With a button after which it is not shown again. */
export function ChangedNote({ event }: { event: Event }) {
	const { userId } = useSession();
	const [isSeen, setSeen] = useState(false);
	const changes = readChanges(userId, event, useLocale());
	if (isSeen || changes.length === 0 || typeof userId !== 'string') return null;
	const see = () => {
		const day = readJoins(userId).get(event.id)?.day ?? null;
		storeJoin(userId, event.id, { ...event, day });
		setSeen(true);
	};
	return (
		<div className={controls.notice} role="status">
			{changes.map((text) => (
				<p key={text}>
					<strong>{text}</strong>
				</p>
			))}
			<button type="button" className={controls.button} onClick={see}>
				{m.attendance_seen()}
			</button>
		</div>
	);
}
