/** Content of a sheet for choosing a day, month by month. */
import { useId, useState } from 'react';
import { addDays, type Day } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { Button } from '../../ui/button.tsx';
import css from './day-choice.module.css';
import { DayButton, DayTable, dateOf } from './day-table.tsx';
import { formatShortMonth } from './format-names.ts';
import { formatLongDay, formatMonths } from './format-when.ts';
import { addMonths, monthOf, weeksFrom } from './month-days.ts';

interface DayChoiceProps {
	/** Only days from the first to the last one can be chosen. */
	first: Day;
	last: Day;
	value: Day | null | undefined;
	onChoose: (day: Day) => void;
}

/** Shows six weeks of one month: from its first day, or from the first day that can be chosen. */
export function DayChoice({ first, last, value, onChoose }: DayChoiceProps) {
	const today = useToday();
	const title = useId();
	const within = (day: Day): Day => (day < first ? first : day > last ? last : day);
	const [moved, setMoved] = useState<Day>(value ?? first);
	const day = within(moved);
	const hasMonths = monthOf(first) !== monthOf(last);
	const start = monthOf(day) === monthOf(first) ? first : (`${monthOf(day)}-01` as Day);
	const weeks = weeksFrom(start);
	/** The title omits a month that begins later than this, because the grid may show only its first days. */
	const fourthWeek = within(addDays(start, 27));
	const step = (months: 1 | -1) => ({
		'aria-disabled': monthOf(day) === monthOf(months === 1 ? last : first),
		onTap: () => setMoved(within(addMonths(day, months))),
	});
	return (
		<div>
			<div className={`row ${css.head}`}>
				<h3 id={title} aria-live="polite">
					{formatMonths(start, fourthWeek)}
				</h3>
				{hasMonths && (
					<div className={`row ${css.steps}`}>
						<Button {...step(-1)}>{m.discover_previous()}</Button>
						<Button {...step(1)}>{m.discover_next()}</Button>
					</div>
				)}
			</div>
			<DayTable
				className={css.grid}
				aria-labelledby={title}
				// With a Next button, the number of weeks is fixed, so that the days don't move under the finger.
				weeks={hasMonths ? weeks : weeks.filter(([start]) => start !== undefined && start <= last)}
				day={day}
				within={within}
				startsFocused
				onMove={(next) => setMoved(next(day))}
			>
				{(each) =>
					each < first || each > last ? null : (
						<DayButton
							className={css.day}
							day={each}
							hasTabStop={each === day}
							isToday={each === today}
							name={formatLongDay(each)}
							aria-pressed={each === value}
							onClick={({ currentTarget }) => {
								onChoose(each);
								currentTarget.closest('dialog')?.close();
							}}
						>
							{dateOf(each) === 1 && <small aria-hidden="true">{formatShortMonth(each)}</small>}
						</DayButton>
					)
				}
			</DayTable>
		</div>
	);
}
