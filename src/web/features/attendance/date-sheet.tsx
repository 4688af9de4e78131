/**
 * The days of an event as a calendar shows them, one of them to choose: a sheet at the lower edge of a phone, a dialog
 * elsewhere. A press on a day is the choice. An event may last for years, so there is one month at a time. The
 * specification knows days and no hours (Spec §4.2, `participate_date`).
 */
import { useId, useState } from 'react';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { firstWeekdays } from '../../i18n/first-weekdays.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { closes } from '../../ui/invoker-commands.ts';
import { formatLongDay, formatMonth, formatWeekday } from '../event/format-when.ts';
import { addMonths, monthOf, weekFrom, weekStart, weeksOfMonth } from '../event/month-days.ts';
import { useDayKeys } from '../event/use-day-keys.ts';
import css from './date-sheet.module.css';

interface DateSheetProps {
	/** Of the dialog: see `opens` of `ui/invoker-commands.ts`. */
	id: string;
	/** First and last day of the event. Only days that are still to come are offered. */
	span: { first: Day; last: Day };
	/** The chosen day; null: not decided; undefined: nothing is chosen, or it is not known what. */
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

/** The month of the day that has the tab stop, with the keys of the ARIA grid pattern. */
function Month({ id, first, last, today, value, onChoose }: MonthProps) {
	const { locale } = useLocale();
	const title = useId();
	const within = (day: Day): Day => (day < first ? first : day > last ? last : day);
	const [moved, setMoved] = useState<Day>(value ?? first);
	const day = within(moved);
	const keys = useDayKeys({ day, within, startsFocused: true, onMove: (step) => setMoved(step(day)) });
	const step = (months: 1 | -1) => ({
		'aria-disabled': monthOf(day) === monthOf(months === 1 ? last : first),
		onClick: () => setMoved(within(addMonths(day, months))),
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
						<button type="button" className={controls.button} {...step(-1)}>
							{m.discover_previous()}
						</button>
						<button type="button" className={controls.button} {...step(1)}>
							{m.discover_next()}
						</button>
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
