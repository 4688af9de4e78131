/**
 * Dialog to choose one of an event's days, one month at a time, because an event may last for years. The specification has
 * days, no hours (Spec §4.2, `participate_date`).
 */
import { useId, useState } from 'react';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { firstWeekdays } from '../../i18n/first-weekdays.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { closes } from '../../ui/invoker-commands.ts';
import { formatLongDay, formatMonth, formatWeekday } from '../event/format-when.ts';
import { addMonths, monthOf, weekFrom, weekStart, weeksOfMonth } from '../event/month-days.ts';
import { useDayKeys } from '../event/use-day-keys.ts';
import css from './date-sheet.module.css';

interface DateSheetProps {
	/** Of the dialog (`opens` in `ui/invoker-commands.ts`). */
	id: string;
	/** First and last day of the event. Past days cannot be chosen. */
	span: { first: Day; last: Day };
	/** Null: undecided; undefined: nothing chosen, or unknown. */
	value: Day | null | undefined;
	onChoose: (day: Day | null) => void;
}

export function DateSheet({ id, span, value, onChoose }: DateSheetProps) {
	const today = useToday();
	const first = today !== null && today > span.first && today <= span.last ? today : span.first;
	return (
		<Dialog id={id} title={m.attendance_date()} isSheet>
			<Month {...{ id, first, value, onChoose }} last={span.last} today={today} />
			<button
				{...closes(id)}
				className={controls.button}
				aria-pressed={value === null}
				onClick={() => onChoose(null)}
			>
				{m.attendance_undecided()}
			</button>
		</Dialog>
	);
}

interface MonthProps extends Omit<DateSheetProps, 'span'> {
	first: Day;
	last: Day;
	today: Day | null;
}

/** The month of the day with the tab stop. Keys as in the ARIA grid pattern. */
function Month({ id, first, last, today, value, onChoose }: MonthProps) {
	const { locale } = useLocale();
	const title = useId();
	const within = (day: Day): Day => (day < first ? first : day > last ? last : day);
	const [moved, setMoved] = useState<Day>(value ?? first);
	const day = within(moved);
	const keys = useDayKeys({ day, within, startsFocused: true, onMove: (step) => setMoved(step(day)) });
	const step = (months: 1 | -1) => ({
		'aria-disabled': monthOf(day) === monthOf(months === 1 ? last : first),
		onTap: () => setMoved(within(addMonths(day, months))),
	});
	const firstWeekday = firstWeekdays[locale];
	return (
		<div>
			<div className={css.head}>
				<h3 id={title} aria-live="polite">
					{formatMonth(day, locale)}
				</h3>
				{monthOf(first) !== monthOf(last) && (
					<div className={css.steps}>
						<Button {...step(-1)}>{m.discover_previous()}</Button>
						<Button {...step(1)}>{m.discover_next()}</Button>
					</div>
				)}
			</div>
			<table {...keys} className={css.grid} aria-labelledby={title}>
				<thead>
					<tr>
						{weekFrom(weekStart(day, firstWeekday)).map((each) => (
							<th key={each} scope="col" abbr={formatWeekday(each, locale, 'long')}>
								{formatWeekday(each, locale, 'short')}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{weeksOfMonth(day, firstWeekday).map((week) => (
						<tr key={week[0]}>
							{week.map((each) => (
								<td key={each}>
									{monthOf(each) !== monthOf(day) ? null : each < first || each > last ? (
										<span className={css.none}>{dateOf(each)}</span>
									) : (
										<button
											{...closes(id)}
											data-day={each}
											className={css.day}
											tabIndex={each === day ? 0 : -1}
											aria-pressed={each === value}
											aria-current={each === today ? 'date' : undefined}
											onClick={() => onChoose(each)}
										>
											<span aria-hidden="true">{dateOf(each)}</span>
											<span className={controls.hidden}>{formatLongDay(each, locale)}</span>
										</button>
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

const dateOf = (day: Day) => Number(day.slice(8));
