/**
 * A calendar's days. A multi-day event is a bar below its week. The calendar of `react-aria-components` is
 * several times as large, can't show bars between weeks, and supports no additional keys.
 */
import { useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, isOnDay } from '../../../contract/event/times.ts';
import { type Day, daysBetween } from '../../../contract/event/wall-clock.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { DayButton, DayTable } from '../days/day-table.tsx';
import { formatLongDay } from '../days/format-when.ts';
import { monthOf } from '../days/month-days.ts';
import css from './calendar-view.module.css';

/** Lanes of bars per week, unless all are requested. */
const maxLanes = 4;
/** Dots per day on phones, which show them instead of bars. */
const maxDots = 3;

interface CalendarGridProps {
	weeks: readonly (readonly Day[])[];
	/** `YYYY-MM`: other months' days are faded, like past days; null for a week. */
	month: string | null;
	counts: Readonly<Record<Day, number>> | undefined;
	/** Whether the counts are unknown or incomplete. */
	isReading: boolean;
	/** Multi-day events. */
	bars: readonly Event[];
	today: Day;
	day: Day;
	/** @param step computes the next day from the current one */
	onChoose: (step: (day: Day) => Day) => void;
}

export function CalendarGrid({
	weeks,
	month,
	counts,
	isReading,
	bars,
	today,
	day,
	onChoose,
}: CalendarGridProps) {
	const isInBrowser = useInBrowser();
	const nameOf = (each: Day) => {
		const name = formatLongDay(each);
		const count = counts?.[each] ?? 0;
		// Past days have no counts, because the index excludes events that are over.
		if (isReading || each < today) return name;
		return `${name}, ${count === 0 ? m.discover_day_none() : m.events_found({ count })}`;
	};
	return (
		<DayTable
			className={css.grid}
			aria-label={m.words_calendar()}
			aria-busy={isReading}
			weeks={weeks}
			day={day}
			onMove={onChoose}
			// Not from the server: the Content-Security-Policy forbids inline styles.
			below={(week) => isInBrowser && <Bars week={week} events={bars} />}
		>
			{(each) => (
				<DayButton
					className={css.day}
					day={each}
					hasTabStop={each === day}
					isToday={each === today}
					name={nameOf(each)}
					aria-pressed={each === day}
					data-faded={each < today || (month !== null && monthOf(each) !== month) || undefined}
					type="submit"
					onClick={(event) => {
						event.preventDefault();
						onChoose(() => each);
					}}
				>
					{each >= today && (counts?.[each] ?? 0) > 0 && (
						<span aria-hidden="true" className={css.count}>
							{counts?.[each]}
						</span>
					)}
					<span aria-hidden="true" className={css.dots}>
						{bars
							.filter((event) => isOnDay(event, each))
							.slice(0, maxDots)
							.map(({ id, type }) => (
								<i key={id} data-type={type ?? 'others'} />
							))}
					</span>
				</DayButton>
			)}
		</DayTable>
	);
}

/** A bar that spans one or more days of a week. */
interface Bar {
	event: Event;
	/** First column in the week (from 1), and number of columns. */
	from: number;
	span: number;
	lane: number;
}

/** Arranges multi-day events as bars in as few lanes as possible. `left` counts the events without a lane. */
export function barsOf(
	week: readonly Day[],
	events: readonly Event[],
	maxLanes: number,
): { bars: Bar[]; left: number } {
	const [firstDay] = week;
	/** Last occupied column of each lane. */
	const lanes: number[] = [];
	const bars: Bar[] = [];
	let left = 0;
	if (firstDay === undefined) return { bars, left };
	for (const event of events) {
		const span = daySpan(event);
		if (span === null || span.first === span.last) continue;
		const [first, last] = [daysBetween(firstDay, span.first) + 1, daysBetween(firstDay, span.last) + 1];
		if (last < 1 || first > week.length) continue;
		const [from, to] = [Math.max(1, first), Math.min(week.length, last)];
		const free = lanes.findIndex((taken) => taken < from);
		const lane = free === -1 ? lanes.length : free;
		if (lane >= maxLanes) {
			left += 1;
			continue;
		}
		lanes[lane] = to;
		bars.push({ event, lane, from, span: to - from + 1 });
	}
	return { bars, left };
}

function Bars({ week, events }: { week: readonly Day[]; events: readonly Event[] }) {
	const [lanesShown, setLanesShown] = useState(maxLanes);
	const { bars, left } = barsOf(week, events, lanesShown);
	if (bars.length === 0) return null;
	const lanes = Math.max(...bars.map(({ lane }) => lane + 1));
	return (
		<tr>
			<td colSpan={7} className={css.bars}>
				<ul style={{ gridTemplateRows: `repeat(${lanes}, auto)` }}>
					{bars.map(({ event, from, span, lane }) => (
						<li
							key={event.id}
							data-type={event.type ?? 'others'}
							style={{ gridColumn: `${from} / span ${span}`, gridRow: lane + 1 }}
						>
							<Link to={pagePath.event(event.id)} lang={langOf(event.title)}>
								{event.title}
							</Link>
						</li>
					))}
				</ul>
				{left > 0 && (
					<Button look="quiet" onTap={() => setLanesShown(Number.POSITIVE_INFINITY)}>
						{m.discover_more_bars({ count: left })}
					</Button>
				)}
			</td>
		</tr>
	);
}
