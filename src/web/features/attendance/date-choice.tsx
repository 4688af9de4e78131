/** Which day of an event: no choice for one day, a list for some days, the platform's calendar for many. */
import { useEffect, useId, useRef } from 'react';
import { daySpan, daysOf, type EventTimes } from '../../../contract/event/times.ts';
import { type Day, daysBetween, readDay } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { useToday } from '../../shared/now.ts';
import { useEarlyChoice } from '../../shared/use-early-choice.ts';
import { useEarlyText } from '../../shared/use-early-text.ts';
import { formatDay } from '../event/format-when.ts';
import css from './attendance-panel.module.css';

/** More days than these are chosen in a calendar. */
const maxListed = 14;

/** What is chosen before anyone chooses: the day of a one-day event; else null, not decided. */
export function firstChoice(times: EventTimes): Day | null {
	const span = daySpan(times);
	return span !== null && span.first === span.last ? span.first : null;
}

interface DateChoiceProps {
	times: EventTimes;
	/** Null: not decided; undefined: not known. */
	value: Day | null | undefined;
	onChange: (day: Day | null) => void;
}

/** Only days that are still to come are offered. */
export function DateChoice({ times, value, onChange }: DateChoiceProps) {
	const today = useToday();
	const span = daySpan(times);
	if (span === null || span.first === span.last) return null;
	const first = today !== null && today > span.first ? today : span.first;
	const choice = { value, onChange };
	return (
		<>
			{daysBetween(first, span.last) < maxListed ? (
				<DayList days={daysOf(times, { from: first })} {...choice} />
			) : (
				<DayCalendar first={first} last={span.last} {...choice} />
			)}
			{value === undefined && <p>{m.attendance_day_unknown()}</p>}
		</>
	);
}

type ChoiceProps = Pick<DateChoiceProps, 'value' | 'onChange'>;

function DayList({ days, value, onChange }: ChoiceProps & { days: readonly Day[] }) {
	const { locale } = useLocale();
	const group = useId();
	const fieldset = useRef<HTMLFieldSetElement>(null);
	useEarlyChoice(fieldset, (chosen) => onChange(readDay(chosen)));
	// A chosen day stays visible when it is past.
	const shown = value == null || days.includes(value) ? days : [value, ...days];
	return (
		<fieldset ref={fieldset} className={css.date}>
			<legend>{m.attendance_date()}</legend>
			<div className={css.days}>
				{[...shown, null].map((day) => (
					<label key={day ?? 'undecided'} className={css.day}>
						<input
							type="radio"
							name={group}
							value={day ?? ''}
							checked={value === day}
							onChange={() => onChange(day)}
						/>
						{day === null ? m.attendance_undecided() : formatDay(day, locale)}
					</label>
				))}
			</div>
		</fieldset>
	);
}

/**
 * The field keeps its own text: half a date, or one that is no day of the event, stays while somebody types, also when the
 * app takes over the page meanwhile.
 */
function DayCalendar({ first, last, value, onChange }: ChoiceProps & { first: Day; last: Day }) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const take = (text: string) => {
		if (field.current?.validity.valid === true) onChange(readDay(text));
	};
	useEarlyText(field, take);
	const shown = value ?? '';
	useEffect(() => {
		if (field.current !== null && document.activeElement !== field.current) field.current.value = shown;
	}, [shown]);
	return (
		<div className={css.date}>
			<label htmlFor={id}>{m.attendance_date()}</label>
			<input
				ref={field}
				id={id}
				type="date"
				min={first}
				max={last}
				onChange={({ target }) => take(target.value)}
				onBlur={({ target }) => {
					target.value = shown;
				}}
			/>
			{value === null && <span>{m.attendance_undecided()}</span>}
		</div>
	);
}
