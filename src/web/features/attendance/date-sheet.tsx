/**
 * Sheet to choose one of an event's days: a list, or six weeks at a time, because an event may last for years. The
 * specification supports days but not hours (Spec §4.2, `participate_date`).
 */
import { useId, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, daysOf } from '../../../contract/event/times.ts';
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
import { formatShortMonth } from '../event/format-names.ts';
import { formatDay, formatLongDay, formatMonth } from '../event/format-when.ts';
import { addMonths, monthOf, weeksFrom } from '../event/month-days.ts';
import css from './date-sheet.module.css';

/** The days of two weeks are easier to find in a list. */
const maxListed = 14;

interface DateSheetProps {
	id: string;
	event: Event;
	/** Null: undecided; undefined: nothing chosen yet, or unknown. */
	value: Day | null | undefined;
	isLoading: boolean;
	onChoose: (day: Day | null) => void;
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

export function DateSheet({ id, event, value, isLoading, onChoose }: DateSheetProps) {
	const today = useToday();
	const [first, ...others] = daysOf(event, { from: today, max: maxListed + 1 });
	const last = daySpan(event)?.last;
	return (
		<Sheet id={id} title={m.attendance_date()}>
			{/* A signed-out visitor can't have chosen a day. */}
			{isLoading && isSignedInHere() ? (
				<Loading />
			) : (
				<>
					{first === undefined || last === undefined ? null : others.length >= maxListed ? (
						<Month {...{ id, first, last, today, value, onChoose }} />
					) : (
						<div className={css.list}>
							{[first, ...others].map((each) => (
								<button
									key={each}
									{...closes(id)}
									className={controls.button}
									data-day={each}
									ref={each === (value ?? first) ? focus : undefined}
									aria-pressed={each === value}
									aria-current={each === today ? 'date' : undefined}
									onClick={() => onChoose(each)}
								>
									{formatDay(each)}
								</button>
							))}
						</div>
					)}
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

interface MonthProps extends Omit<DateSheetProps, 'event' | 'isLoading'> {
	first: Day;
	last: Day;
	today: Day;
}

/** Shows the month that contains the day with the tab stop, from the first day that can be chosen, and what follows. */
function Month({ id, first, last, today, value, onChoose }: MonthProps) {
	const title = useId();
	const within = (day: Day): Day => (day < first ? first : day > last ? last : day);
	const [moved, setMoved] = useState<Day>(value ?? first);
	const day = within(moved);
	const hasMonths = monthOf(first) !== monthOf(last);
	const weeks = weeksFrom(monthOf(day) === monthOf(first) ? first : (`${monthOf(day)}-01` as Day));
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
				weeks={hasMonths ? weeks : weeks.filter(([start]) => start !== undefined && start <= last)}
				day={day}
				within={within}
				startsFocused
				onMove={(next) => setMoved(next(day))}
			>
				{(each) =>
					each < first || each > last ? null : (
						<DayButton
							{...closes(id)}
							className={css.day}
							day={each}
							hasTabStop={each === day}
							isToday={each === today}
							name={formatLongDay(each)}
							aria-pressed={each === value}
							onClick={() => onChoose(each)}
						>
							{dateOf(each) === 1 && <small aria-hidden="true">{formatShortMonth(each)}</small>}
						</DayButton>
					)
				}
			</DayTable>
		</div>
	);
}
