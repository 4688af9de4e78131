/** A city's events by day: a month or a week, bars for what lasts several days, and the list of the chosen day. */
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isLongRunning } from '../../../contract/filters.ts';
import type { Loc } from '../../../contract/resources.ts';
import { addressOf, type ListFilters } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { useNow } from '../../i18n/now.ts';
import { dayInWords } from '../../i18n/when.ts';
import controls from '../../ui/controls.module.css';
import page from '../events/city-page.module.css';
import { EventCard } from '../events/event-card.tsx';
import type { EventView } from '../events/event-view.ts';
import { addDays, addMonths, barsOf, eventsOn, mondayOf, weekFrom, weeksOfMonth } from './calendar-days.ts';
import css from './calendar-view.module.css';
import { discoverQueries } from './queries.ts';

/** Bars of a week before the rest is only counted. */
const mostLanes = 3;
/** How many days an arrow key moves. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export function CalendarView({ city, filters }: { city: Loc; filters: ListFilters }) {
	const now = useNow();
	const list = useQuery(discoverQueries.calendar(city.id, filters.type));
	if (list.error) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
	if (list.data === undefined || now === null) return <p role="status">{m.app_loading()}</p>;
	const { events, total } = list.data;
	return (
		<>
			<Calendar events={events} today={now.slice(0, 10)} />
			{total > events.length && <p className={page.count}>{m.discover_partly({ count: events.length })}</p>}
		</>
	);
}

function Calendar({ events, today }: { events: readonly EventView[]; today: string }) {
	const { locale } = useLocale();
	const [day, setDay] = useState(today);
	const [span, setSpan] = useState<'month' | 'week'>('month');
	const grid = useRef<HTMLTableElement>(null);
	const weeks = span === 'month' ? weeksOfMonth(day) : [weekFrom(mondayOf(day))];
	const format = (text: string, options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', { ...options, timeZone: 'UTC' }).format(
			Date.parse(`${text}T00:00:00Z`),
		);
	const move = (direction: 1 | -1) =>
		setDay(span === 'month' ? addMonths(day, direction) : addDays(day, 7 * direction));
	const onKeyDown = (event: KeyboardEvent) => {
		const step = steps[event.key];
		const target =
			step !== undefined
				? addDays(day, step)
				: event.key === 'PageUp' || event.key === 'PageDown'
					? addMonths(day, event.key === 'PageDown' ? 1 : -1)
					: undefined;
		if (target === undefined) return;
		event.preventDefault();
		setDay(target);
		requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${target}"]`)?.focus());
	};
	const chosen = eventsOn(day, events);
	// What runs for weeks would fill every day: it is listed with the day, after what is on that day only.
	const ordered = [
		...chosen.filter(({ begin, end }) => !isLongRunning(begin, end)),
		...chosen.filter(({ begin, end }) => isLongRunning(begin, end)),
	];
	return (
		<div className={css.calendar}>
			<div className={css.bar}>
				<h2 aria-live="polite">{format(day, { month: 'long', year: 'numeric' })}</h2>
				<div className={css.buttons}>
					<button type="button" className={controls.button} onClick={() => move(-1)}>
						{m.discover_previous()}
					</button>
					<button type="button" className={controls.button} onClick={() => setDay(today)}>
						{m.discover_go_today()}
					</button>
					<button type="button" className={controls.button} onClick={() => move(1)}>
						{m.discover_next()}
					</button>
					{(['month', 'week'] as const).map((each) => (
						<button
							key={each}
							type="button"
							className={controls.button}
							aria-pressed={span === each}
							onClick={() => setSpan(each)}
						>
							{each === 'month' ? m.discover_month() : m.discover_week()}
						</button>
					))}
				</div>
			</div>
			<table ref={grid} className={css.grid} aria-label={m.discover_calendar()} onKeyDown={onKeyDown}>
				<thead>
					<tr>
						{weekFrom(mondayOf(day)).map((each) => (
							<th key={each} scope="col" abbr={format(each, { weekday: 'long' })}>
								{format(each, { weekday: 'short' })}
							</th>
						))}
					</tr>
				</thead>
				{weeks.map((week) => (
					<Week
						key={week[0]}
						week={week}
						{...{ events, today, day }}
						month={span === 'month' ? day.slice(0, 7) : null}
						nameOf={(each, count) =>
							`${format(each, { weekday: 'long', day: 'numeric', month: 'long' })}, ${count === 0 ? m.discover_day_none() : m.discover_day_events({ count })}`
						}
						onChoose={setDay}
					/>
				))}
			</table>
			<section className={css.chosen}>
				<h2>{dayInWords(day, locale)}</h2>
				<p role="status" className={page.count}>
					{ordered.length === 0 ? m.discover_day_none() : m.discover_day_events({ count: ordered.length })}
				</p>
				<ul className={page.grid}>
					{ordered.map((event) => (
						<li key={event.id}>
							<EventCard event={event} />
						</li>
					))}
				</ul>
			</section>
		</div>
	);
}

interface WeekProps {
	week: readonly string[];
	events: readonly EventView[];
	today: string;
	day: string;
	/** `YYYY-MM` of the month shown, whose days stand out; null for a single week. */
	month: string | null;
	nameOf: (day: string, count: number) => string;
	onChoose: (day: string) => void;
}

function Week({ week, events, today, day, month, nameOf, onChoose }: WeekProps) {
	const shorter = events.filter(({ begin, end }) => !isLongRunning(begin, end));
	const bars = barsOf(week, shorter, mostLanes);
	const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1));
	return (
		<tbody>
			<tr>
				{week.map((each) => {
					const count = eventsOn(each, shorter).length;
					const isOutside = month !== null && !each.startsWith(month);
					return (
						<td key={each} className={css.cell}>
							<button
								type="button"
								data-day={each}
								className={css.day}
								tabIndex={each === day ? 0 : -1}
								aria-pressed={each === day}
								aria-current={each === today ? 'date' : undefined}
								data-outside={isOutside || undefined}
								onClick={() => onChoose(each)}
							>
								<span aria-hidden="true">{Number(each.slice(8))}</span>
								{count > 0 && (
									<span aria-hidden="true" className={css.count}>
										{count}
									</span>
								)}
								<span className={controls.hidden}>{nameOf(each, count)}</span>
							</button>
						</td>
					);
				})}
			</tr>
			{lanes > 0 && (
				<tr>
					<td colSpan={7} className={css.bars}>
						<ul style={{ gridTemplateRows: `repeat(${lanes}, auto)` }}>
							{bars.map(({ event, from, span, lane, continues }) => (
								<li
									key={event.id}
									data-type={event.type ?? 'others'}
									data-continues={continues || undefined}
									style={{ gridColumn: `${from} / span ${span}`, gridRow: lane + 1 }}
								>
									<Link to={addressOf.event(event.id)}>{event.title}</Link>
								</li>
							))}
						</ul>
					</td>
				</tr>
			)}
		</tbody>
	);
}
