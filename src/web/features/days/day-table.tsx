/**
 * Weeks as an ARIA grid of buttons: one tab stop; arrow keys move by day and week, Home and End within the week, Page
 * Up and Page Down by month.
 */
import { type ComponentProps, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { formatWeekday } from './format-names.ts';
import { dayForKey, weekFrom, weekStart } from './month-days.ts';

interface DayTableProps extends Omit<ComponentProps<'table'>, 'children'> {
	weeks: readonly (readonly Day[])[];
	/** The day with the tab stop. */
	day: Day;
	/** Maps a day to the nearest one that can take the focus. */
	within?: (day: Day) => Day;
	/** Focuses the day immediately, not only after a key. */
	startsFocused?: boolean;
	/** @param step computes the next day from the current one */
	onMove: (step: (day: Day) => Day) => void;
	/** Cell content: a {@link DayButton}, or nothing. */
	children: (day: Day) => ReactNode;
	/** A row below each week. */
	below?: (week: readonly Day[]) => ReactNode;
}

export function DayTable({
	weeks,
	day,
	within = (each) => each,
	startsFocused = false,
	onMove,
	children,
	below,
	...attributes
}: DayTableProps) {
	const ref = useRef<HTMLTableElement>(null);
	const movesFocus = useRef(startsFocused);
	// `useEffect` might run only after the next key press.
	useLayoutEffect(() => {
		if (!movesFocus.current) return;
		movesFocus.current = false;
		ref.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
	}, [day]);
	const onKeyDown = (event: KeyboardEvent) => {
		const isDay = event.target instanceof HTMLElement && event.target.dataset.day !== undefined;
		const next = isDay && !event.altKey && !event.metaKey ? dayForKey(event.key, day) : undefined;
		if (next === undefined) return;
		event.preventDefault();
		if (within(next) === day) return;
		movesFocus.current = true;
		onMove((from) => within(dayForKey(event.key, from) ?? from));
	};
	return (
		<table role="grid" {...attributes} ref={ref} onKeyDown={onKeyDown}>
			<thead>
				<tr>
					{weekFrom(weekStart(day)).map((each) => (
						<th key={each} scope="col" abbr={formatWeekday(each, 'long')}>
							{formatWeekday(each, 'short')}
						</th>
					))}
				</tr>
			</thead>
			{weeks.map((week) => (
				<tbody key={week[0]}>
					<tr>
						{week.map((each) => (
							<td key={each}>{children(each)}</td>
						))}
					</tr>
					{below?.(week)}
				</tbody>
			))}
		</table>
	);
}

interface DayButtonProps extends ComponentProps<'button'> {
	day: Day;
	hasTabStop: boolean;
	isToday: boolean;
	/** Accessible name. */
	name: string;
}

export function DayButton({ day, hasTabStop, isToday, name, children, ...attributes }: DayButtonProps) {
	return (
		<button
			type="button"
			name="day"
			value={day}
			{...attributes}
			data-day={day}
			tabIndex={hasTabStop ? 0 : -1}
			aria-current={isToday ? 'date' : undefined}
		>
			<span aria-hidden="true">{dateOf(day)}</span>
			{children}
			<span className="hidden">{name}</span>
		</button>
	);
}

export const dateOf = (day: Day) => Number(day.slice(8));
