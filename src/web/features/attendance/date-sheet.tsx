/**
 * Sheet to choose one of an event's days. Shows one month at a time, because an event may last for years. The
 * specification supports days but not hours (Spec §4.2, `participate_date`).
 */
import { useId, useState } from 'react';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { isSignedInHere } from '../../shared/storage.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { closes } from '../../ui/invoker-commands.ts';
import { Loading } from '../../ui/loading.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DayButton, DayTable, dateOf } from '../event/day-table.tsx';
import { formatLongDay, formatMonth } from '../event/format-when.ts';
import { addMonths, monthOf, weeksOfMonth } from '../event/month-days.ts';
import css from './date-sheet.module.css';

interface DateSheetProps {
	id: string;
	/** Past days can't be chosen. */
	span: { first: Day; last: Day };
	/** Null: undecided; undefined: nothing chosen yet, or unknown. */
	value: Day | null | undefined;
	isLoading: boolean;
	onChoose: (day: Day | null) => void;
}

export function DateSheet({ id, span, value, isLoading, onChoose }: DateSheetProps) {
	const today = useToday();
	const first = today > span.first && today <= span.last ? today : span.first;
	return (
		<Sheet id={id} title={m.attendance_date()}>
			{/* A signed-out visitor can't have chosen a day. */}
			{isLoading && isSignedInHere() ? (
				<Loading />
			) : (
				<>
					<Month {...{ id, first, value, onChoose }} last={span.last} today={today} />
					<button
						{...closes(id)}
						className={controls.button}
						aria-pressed={value === null}
						onClick={() => onChoose(null)}
					>
						{m.people_no_day()}
					</button>
				</>
			)}
		</Sheet>
	);
}

interface MonthProps extends Omit<DateSheetProps, 'span' | 'isLoading'> {
	first: Day;
	last: Day;
	today: Day | null;
}

/** Shows the month that contains the day with the tab stop. */
function Month({ id, first, last, today, value, onChoose }: MonthProps) {
	const title = useId();
	const within = (day: Day): Day => (day < first ? first : day > last ? last : day);
	const [moved, setMoved] = useState<Day>(value ?? first);
	const day = within(moved);
	const hasDays = (week: readonly Day[]) => week.some((each) => each >= first && each <= last);
	const hasMonths = monthOf(first) !== monthOf(last);
	const step = (months: 1 | -1) => ({
		'aria-disabled': monthOf(day) === monthOf(months === 1 ? last : first),
		onTap: () => setMoved(within(addMonths(day, months))),
	});
	return (
		<div>
			<div className={`${controls.row} ${css.head}`}>
				<h3 id={title} aria-live="polite">
					{formatMonth(day)}
				</h3>
				{hasMonths && (
					<div className={`${controls.row} ${css.steps}`}>
						<Button {...step(-1)}>{m.discover_previous()}</Button>
						<Button {...step(1)}>{m.discover_next()}</Button>
					</div>
				)}
			</div>
			<DayTable
				className={css.grid}
				aria-labelledby={title}
				// With Next, always as high: the days must not move under the finger.
				weeks={hasMonths ? weeksOfMonth(day) : weeksOfMonth(day).filter(hasDays)}
				day={day}
				within={within}
				startsFocused
				onMove={(next) => setMoved(next(day))}
			>
				{(each) =>
					monthOf(each) !== monthOf(day) ? null : each < first || each > last ? (
						<span className={css.none}>{dateOf(each)}</span>
					) : (
						<DayButton
							{...closes(id)}
							className={css.day}
							day={each}
							hasTabStop={each === day}
							isToday={each === today}
							name={formatLongDay(each)}
							aria-pressed={each === value}
							onClick={() => onChoose(each)}
						/>
					)
				}
			</DayTable>
		</div>
	);
}
