/** Join or Leave, the day of it, and Interested. */
import { type Ref, useId, useRef } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, hasSeveralDays } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { opens } from '../../ui/invoker-commands.ts';
import { useEarlyPress } from '../../ui/use-early-press.ts';
import { formatDay } from '../event/format-when.ts';
import css from './attendance-panel.module.css';
import { DateSheet } from './date-sheet.tsx';
import type { OwnRelation } from './own-relation.ts';
import type { Wanted } from './send-change.ts';

/** Milliseconds. Shorter than anybody takes to see that a button has changed. */
const doublePress = 300;

/** Ignores a press right after another one: a double tap on Join must not press the Leave that it becomes. */
function useSinglePress() {
	const last = useRef(Number.NEGATIVE_INFINITY);
	return (press: () => void) => () => {
		const now = performance.now();
		const sincePrevious = now - last.current;
		last.current = now;
		if (sincePrevious > doublePress) press();
	};
}

interface PressProps {
	/** Pressed before the relation was known: done when it is. */
	isWaiting: boolean;
	onPress: () => void;
}

/** Join, which becomes Leave: the same element, so that who pressed it keeps the focus. */
const going = (joined: boolean, isWaiting: boolean) => ({
	className: joined ? controls.button : `${controls.button} ${controls.primary}`,
	'aria-busy': isWaiting || undefined,
	children: joined ? m.attendance_leave() : m.attendance_join(),
});

function GoingButton({ joined, isWaiting, onPress }: PressProps & { joined: boolean }) {
	return <button {...useEarlyPress(onPress)} type="button" onClick={onPress} {...going(joined, isWaiting)} />;
}

interface GoingOnDayProps {
	joined: boolean;
	isWaiting: boolean;
	/** Id of their dialog. */
	days: string;
	onLeave: () => void;
}

/** For an event of several days. HTML opens the days, so the press needs no code to be there. */
function GoingOnDayButton({ joined, isWaiting, days, onLeave }: GoingOnDayProps) {
	const press = joined ? ({ type: 'button', onClick: onLeave } as const) : opens(days);
	return <button {...press} {...going(joined, isWaiting)} />;
}

/** The day of somebody who goes, which opens the days. @param day null: not decided; undefined: not known */
function DayButton({ day, days }: { day: Day | null | undefined; days: string }) {
	const { locale } = useLocale();
	const question = m.attendance_date();
	const chosen = day === null ? m.attendance_undecided() : day && formatDay(day, locale);
	return (
		<div className={css.date}>
			{chosen === undefined && <p>{m.attendance_day_unknown()}</p>}
			<button {...opens(days)} className={controls.button} aria-label={chosen && `${question} ${chosen}`}>
				{chosen ?? question}
			</button>
		</div>
	);
}

function InterestedButton({ isOn, isWaiting, onPress }: PressProps & { isOn: boolean }) {
	return (
		<button
			{...useEarlyPress(onPress)}
			type="button"
			className={controls.button}
			aria-pressed={isOn}
			aria-busy={isWaiting || undefined}
			onClick={onPress}
		>
			{m.attendance_interested()}
		</button>
	);
}

const leaving: Wanted = { joined: false, day: undefined };

interface ButtonsProps {
	event: Event;
	/** Null while it is not known. */
	relation: OwnRelation | null;
	/** What was pressed before the relation was known. */
	waiting: Wanted;
	onWanted: (wanted: Wanted) => void;
	/** Of the region that they are in, which can have the focus. */
	ref: Ref<HTMLElement>;
}

/** They take presses also while the relation is not known. */
export function AttendanceButtons({ event, relation, waiting, onWanted, ref }: ButtonsProps) {
	const pressGoing = useSinglePress();
	const pressInterest = useSinglePress();
	const joined = relation?.joined === true;
	const days = useId();
	const span = daySpan(event);
	const hasDays = hasSeveralDays(event);
	const wished = relation?.wished === true;
	return (
		<section
			ref={ref}
			tabIndex={-1}
			className={css.panel}
			aria-label={m.attendance_title()}
			aria-busy={relation === null || undefined}
		>
			{joined && hasDays && <DayButton day={relation.day} days={days} />}
			<div className={css.buttons} data-bar>
				{joined && <p className={css.going}>{m.attendance_going()}</p>}
				{hasDays ? (
					<GoingOnDayButton
						joined={joined}
						isWaiting={waiting.joined === true}
						days={days}
						onLeave={pressGoing(() => onWanted(leaving))}
					/>
				) : (
					<GoingButton
						joined={joined}
						isWaiting={waiting.joined === true}
						onPress={pressGoing(() =>
							onWanted(joined ? leaving : { joined: true, day: span?.first ?? null }),
						)}
					/>
				)}
				<InterestedButton
					isOn={wished}
					isWaiting={waiting.wished === true}
					onPress={pressInterest(() => onWanted({ wished: !wished }))}
				/>
			</div>
			{hasDays && span !== null && (
				<DateSheet
					id={days}
					span={span}
					value={joined ? relation.day : undefined}
					onChoose={(day) => onWanted({ joined: true, day })}
				/>
			)}
		</section>
	);
}

type AfterEndProps = Pick<ButtonsProps, 'relation' | 'onWanted' | 'ref'>;

/** After the end there is nothing to join, but what was joined or marked can be taken back. */
export function ButtonsAfterEnd({ relation, onWanted, ref }: AfterEndProps) {
	const [joined, wished] = [relation?.joined === true, relation?.wished === true];
	return (
		<section ref={ref} tabIndex={-1} className={css.panel} aria-label={m.attendance_title()}>
			<p>{m.attendance_over()}</p>
			{(joined || wished) && (
				<div className={css.buttons} data-bar>
					{joined && (
						<button type="button" className={controls.button} onClick={() => onWanted(leaving)}>
							{m.attendance_leave()}
						</button>
					)}
					{wished && (
						<button
							type="button"
							className={controls.button}
							aria-pressed
							onClick={() => onWanted({ wished: false })}
						>
							{m.attendance_interested()}
						</button>
					)}
				</div>
			)}
		</section>
	);
}
