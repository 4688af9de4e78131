/** Join or Leave, the day of it, and Interested. */
import { type Ref, useId, useRef } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, hasSeveralDays } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { opens } from '../../ui/invoker-commands.ts';
import { useEarlyTap } from '../../ui/use-early-tap.ts';
import { formatDay } from '../event/format-when.ts';
import css from './attendance-panel.module.css';
import { DateSheet } from './date-sheet.tsx';
import type { Change, OwnRelation } from './own-relation.ts';

/** Shorter than it takes to see that a button has changed. */
const doubleTapMs = 300;

/** Ignores a tap right after another one: a double tap on Join must not leave. */
function useSingleTap() {
	const last = useRef(Number.NEGATIVE_INFINITY);
	return (tap: () => void) => () => {
		const now = performance.now();
		const sincePrevious = now - last.current;
		last.current = now;
		if (sincePrevious > doubleTapMs) tap();
	};
}

interface TapProps {
	/** Tapped before the relation was known: done when it is. */
	isWaiting: boolean;
	onTap: () => void;
}

/** Join, which becomes Leave: the same element, so that it keeps the focus. */
const joinAttributes = (joined: boolean, isWaiting: boolean) => ({
	className: joined ? controls.button : `${controls.button} ${controls.primary}`,
	'aria-busy': isWaiting || undefined,
	children: joined ? m.attendance_leave() : m.attendance_join(),
});

function JoinButton({ joined, isWaiting, onTap }: TapProps & { joined: boolean }) {
	return (
		<button {...useEarlyTap(onTap)} type="button" onClick={onTap} {...joinAttributes(joined, isWaiting)} />
	);
}

interface JoinOnDayProps {
	joined: boolean;
	isWaiting: boolean;
	/** Id of their dialog. */
	days: string;
	onLeave: () => void;
}

/** For an event of several days. HTML opens the days, so the tap needs no code to be there. */
function JoinOnDayButton({ joined, isWaiting, days, onLeave }: JoinOnDayProps) {
	const tap = joined ? ({ type: 'button', onClick: onLeave } as const) : opens(days);
	return <button {...tap} {...joinAttributes(joined, isWaiting)} />;
}

/** The day on which the person goes, which opens the days. @param day null: not decided; undefined: not known */
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

function WishButton({ wished, isWaiting, onTap }: TapProps & { wished: boolean }) {
	return (
		<button
			{...useEarlyTap(onTap)}
			type="button"
			className={controls.button}
			aria-pressed={wished}
			aria-busy={isWaiting || undefined}
			onClick={onTap}
		>
			{m.attendance_interested()}
		</button>
	);
}

const leave: Change = { kind: 'leave', day: null };
const unwish: Change = { kind: 'unwish', day: null };

interface ButtonsProps {
	event: Event;
	/** Null while it is not known. */
	relation: OwnRelation | null;
	/** Changes that were asked for before the relation was known. */
	waiting: readonly Change[];
	onChange: (change: Change) => void;
	/** Of the region that they are in, which can have the focus. */
	ref: Ref<HTMLElement>;
}

/** They take taps also while the relation is not known. */
export function AttendanceButtons({ event, relation, waiting, onChange, ref }: ButtonsProps) {
	const tapJoin = useSingleTap();
	const tapWish = useSingleTap();
	const isWaiting = (kind: Change['kind']) => waiting.some((change) => change.kind === kind);
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
					<JoinOnDayButton
						joined={joined}
						isWaiting={isWaiting('join')}
						days={days}
						onLeave={tapJoin(() => onChange(leave))}
					/>
				) : (
					<JoinButton
						joined={joined}
						isWaiting={isWaiting('join')}
						onTap={tapJoin(() => onChange(joined ? leave : { kind: 'join', day: span?.first ?? null }))}
					/>
				)}
				<WishButton
					wished={wished}
					isWaiting={isWaiting('wish')}
					onTap={tapWish(() => onChange(wished ? unwish : { kind: 'wish', day: null }))}
				/>
			</div>
			{hasDays && span !== null && (
				<DateSheet
					id={days}
					span={span}
					value={joined ? relation.day : undefined}
					onChoose={(day) => onChange({ kind: 'join', day })}
				/>
			)}
		</section>
	);
}

type AfterEndProps = Pick<ButtonsProps, 'relation' | 'onChange' | 'ref'>;

/** After the end there is nothing to join, but what was joined or marked can be taken back. */
export function ButtonsAfterEnd({ relation, onChange, ref }: AfterEndProps) {
	const [joined, wished] = [relation?.joined === true, relation?.wished === true];
	return (
		<section ref={ref} tabIndex={-1} className={css.panel} aria-label={m.attendance_title()}>
			<p>{m.attendance_over()}</p>
			{(joined || wished) && (
				<div className={css.buttons} data-bar>
					{joined && (
						<button type="button" className={controls.button} onClick={() => onChange(leave)}>
							{m.attendance_leave()}
						</button>
					)}
					{wished && (
						<button type="button" className={controls.button} aria-pressed onClick={() => onChange(unwish)}>
							{m.attendance_interested()}
						</button>
					)}
				</div>
			)}
		</section>
	);
}
