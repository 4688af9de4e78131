/** The button to join, which is Going afterwards, and its menu. */
import type { ReactNode } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { closes, opens } from '../../ui/invoker-commands.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { useEarlyTap } from '../../ui/use-early-tap.ts';
import { formatDay } from '../days/format-when.ts';
import css from './attendance-panel.module.css';
import { useTelling } from './share-event.tsx';

interface JoinProps {
	/** Label after joining; null before joining. */
	going: ReactNode;
	/** Id of the sheet that a tap opens, even before hydration; null: the tap joins. */
	opened: string | null;
	hasDays: boolean;
	/** Whether the button was tapped before the session was loaded; the change is sent once it is. */
	isWaiting: boolean;
	onJoin: () => void;
}

/** A single element for Join and Going, so that it keeps the focus. */
export function JoinButton({ going, opened, hasDays, isWaiting, onJoin }: JoinProps) {
	const early = useEarlyTap(onJoin);
	return (
		<button
			{...(!hasDays && early)}
			{...(opened === null ? { type: 'button' } : opens(opened))}
			className={`button ${going === null ? `primary ${css.join}` : css.going}`}
			aria-busy={isWaiting || undefined}
			data-scripted
			onClick={(event) => {
				// The second click of a double click may come before the label changes (`ui/repeated-taps.ts`).
				if (event.detail > 1) event.preventDefault();
				else if (opened === null) onJoin();
			}}
		>
			{going ?? m.attendance_join()}
		</button>
	);
}

interface MenuProps {
	id: string;
	title: string;
	onClose: () => void;
	event: Event;
	/** Id of the sheet with the days; null if there is only one day. */
	days: string | null;
	children: ReactNode;
	onLeave: () => void;
}

/** Opened by a tap on Going, and right after joining. */
export function GoingMenu({ event, days, children, onLeave, ...sheet }: MenuProps) {
	const { id } = sheet;
	const tell = useTelling(event);
	return (
		<Sheet {...sheet} look="menu">
			<div className="row">
				{days !== null && (
					<button
						{...opens(days)}
						className="button"
						onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
					>
						<Icon name="calendar" />
						{m.attendance_change_day()}
					</button>
				)}
				<button {...closes(id)} className="button" onClick={tell}>
					<Icon name="share" />
					{m.attendance_tell()}
				</button>
			</div>
			{children}
			<button {...closes(id)} className={`button ${css.leave}`} onClick={onLeave}>
				<Icon name="leave" />
				{m.attendance_leave()}
			</button>
		</Sheet>
	);
}

/** For example `Going ✓ · Sat 28 Nov`. @param day null: undecided; undefined: unknown */
export function Going({ day }: { day: Day | null | undefined }) {
	const chosen = day === null ? m.people_no_day() : day && formatDay(day);
	return (
		<span key={chosen}>
			{m.attendance_going()} <span aria-hidden="true">✓</span>
			{chosen && ` · ${chosen}`}
		</span>
	);
}
