/** Which day of an event: no choice for one day, a list for some days, the platform's calendar for many. */
import { useId } from 'react';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { dayInWords, daysOf } from '../../i18n/when.ts';
import type { EventView } from '../events/event-view.ts';
import css from './attendance-panel.module.css';

/** More days than these are chosen in a calendar. */
const mostListed = 14;

/** What is chosen before anyone chooses: the day of a one-day event, else not decided. */
export function firstChoice({ begin, end }: EventView): string | undefined {
	const days = daysOf(begin, end, 2);
	return isOneEvening(begin, end) ? days[0] : undefined;
}

/** One day, or one night that ends the next morning. */
function isOneEvening(begin: string, end: string): boolean {
	const days = daysOf(begin, end, 3);
	return days.length === 1 || (days.length === 2 && end.slice(11, 13) < '12');
}

interface DateChoiceProps {
	event: EventView;
	/** `YYYY-MM-DD`, or undefined: not decided yet. */
	value: string | undefined;
	onChange: (day: string | undefined) => void;
}

export function DateChoice({ event: { begin, end }, value, onChange }: DateChoiceProps) {
	const { locale } = useLocale();
	const group = useId();
	if (begin === '' || isOneEvening(begin, end)) return null;
	const days = daysOf(begin, end);
	if (days.length > mostListed) {
		return (
			<div className={css.date}>
				<label htmlFor={group}>{m.attendance_date()}</label>
				<input
					id={group}
					type="date"
					min={days[0]}
					max={days.at(-1)}
					value={value ?? ''}
					onChange={(event) => onChange(event.target.value || undefined)}
				/>
				{value === undefined && <span>{m.attendance_undecided()}</span>}
			</div>
		);
	}
	return (
		<fieldset className={css.date}>
			<legend>{m.attendance_date()}</legend>
			<div className={css.days}>
				{[...days, undefined].map((day) => (
					<label key={day ?? 'undecided'} className={css.day}>
						<input type="radio" name={group} checked={value === day} onChange={() => onChange(day)} />
						{day === undefined ? m.attendance_undecided() : dayInWords(day, locale)}
					</label>
				))}
			</div>
		</fieldset>
	);
}
