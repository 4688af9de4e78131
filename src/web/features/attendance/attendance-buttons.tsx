/** Buttons to join (afterwards Going, with a menu) and to mark interest. */
import { type ReactNode, type Ref, useId } from 'react';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, daysOf, hasSeveralDays } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Icon } from '../../ui/icon.tsx';
import { closes, opens } from '../../ui/invoker-commands.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { useEarlyTap } from '../../ui/use-early-tap.ts';
import { formatDay } from '../days/format-when.ts';
import { nameOfPrice } from '../lists/filter-names.ts';
import css from './attendance-panel.module.css';
import { DateSheet } from './date-sheet.tsx';
import type { Change } from './own-relation.ts';
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
function JoinButton({ going, opened, hasDays, isWaiting, onJoin }: JoinProps) {
	const early = useEarlyTap(onJoin);
	return (
		<button
			{...(!hasDays && early)}
			{...(opened === null ? { type: 'button' } : opens(opened))}
			className={`${controls.button} ${going === null ? `${controls.primary} ${css.join}` : css.going}`}
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
function GoingMenu({ event, days, children, onLeave, ...sheet }: MenuProps) {
	const { id } = sheet;
	const tell = useTelling(event);
	return (
		<Sheet {...sheet} look="menu">
			<div className={controls.row}>
				{days !== null && (
					<button
						{...opens(days)}
						className={controls.button}
						onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
					>
						<Icon name="calendar" />
						{m.attendance_change_day()}
					</button>
				)}
				<button {...closes(id)} className={controls.button} onClick={tell}>
					<Icon name="share" />
					{m.attendance_tell()}
				</button>
			</div>
			{children}
			<button {...closes(id)} className={`${controls.button} ${css.leave}`} onClick={onLeave}>
				<Icon name="leave" />
				{m.attendance_leave()}
			</button>
		</Sheet>
	);
}

/** For example `Going ✓ · Sat 28 Nov`. @param day null: undecided; undefined: unknown */
function Going({ day }: { day: Day | null | undefined }) {
	const chosen = day === null ? m.people_no_day() : day && formatDay(day);
	return (
		<span key={chosen}>
			{m.attendance_going()} <span aria-hidden="true">✓</span>
			{chosen && ` · ${chosen}`}
		</span>
	);
}

const leave: Change = { kind: 'leave', day: null };

interface ButtonsProps {
	event: Event;
	/** After the event's end, people can only leave or remove their mark. */
	isOver: boolean;
	/** Null while loading. */
	relation: OwnRelation | null;
	/** Changes requested before the session was loaded. */
	waiting: readonly Change[];
	onChange: (change: Change) => void;
	/** Menu for people who have joined. */
	menu: Pick<MenuProps, 'id' | 'onClose' | 'children'> & { hasJustJoined: boolean };
	ref: Ref<HTMLElement>;
}

export function AttendanceButtons({ event, isOver, relation, waiting, onChange, menu, ref }: ButtonsProps) {
	const isWaiting = (kind: Change['kind']) => waiting.some((change) => change.kind === kind);
	const joined = relation?.joined === true;
	const wished = relation?.wished === true;
	const days = useId();
	const { hasJustJoined, ...sheet } = menu;
	const isRun = hasSeveralDays(event);
	const day = isRun ? relation?.day : daySpan(event)?.first;
	const joinedOn = day ? m.attendance_joined_on({ day: formatDay(day) }) : m.attendance_joined();
	const title = hasJustJoined ? joinedOn : m.attendance_going();
	const [onlyDay = null, ...others] = daysOf(event, { from: useToday(), max: 2 });
	const hasDays = others.length > 0;
	return (
		<section
			ref={ref}
			tabIndex={-1}
			className={css.panel}
			aria-label={m.attendance_title()}
			aria-busy={relation === null || undefined}
		>
			{isOver && <p>{joined ? m.attendance_went() : m.attendance_over()}</p>}
			{!isOver && joined && isRun && day === undefined && <p>{m.attendance_day_unknown()}</p>}
			{(!isOver || joined || wished) && (
				<div className={css.buttons} data-bar>
					{!isOver && (
						<JoinButton
							key={String(hasDays)}
							going={joined ? <Going day={day} /> : null}
							opened={joined ? menu.id : hasDays ? days : null}
							hasDays={hasDays}
							isWaiting={isWaiting('join')}
							onJoin={() => onChange({ kind: 'join', day: onlyDay })}
						/>
					)}
					{isOver && joined && <Button onTap={() => onChange(leave)}>{m.attendance_leave()}</Button>}
					{event.price !== undefined && (
						<bdi className={css.price} lang={langOf(event.price.text)}>
							{nameOfPrice(event.price)}
						</bdi>
					)}
					{/* Going implies interest. */}
					{!joined && (
						<Button
							className={css.wish}
							aria-label={m.attendance_interested()}
							aria-pressed={wished}
							aria-busy={isWaiting('wish') || undefined}
							onTap={() => onChange({ kind: wished ? 'unwish' : 'wish', day: null })}
						>
							<Icon name="heart" />
						</Button>
					)}
				</div>
			)}
			<noscript>
				<p>{m.words_needs_scripts()}</p>
			</noscript>
			<GoingMenu
				{...sheet}
				title={title}
				event={event}
				days={hasDays ? days : null}
				onLeave={() => onChange(leave)}
			/>
			{hasDays && (
				<DateSheet
					id={days}
					event={event}
					isLoading={relation === null}
					onClose={sheet.onClose}
					value={joined ? relation.day : undefined}
					onChoose={(chosen) => onChange({ kind: 'join', day: chosen })}
				/>
			)}
		</section>
	);
}
