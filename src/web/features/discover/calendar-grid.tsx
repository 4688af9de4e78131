/**
 * The days of a calendar, a table with the keys of the ARIA grid pattern: one tab stop, arrow keys by day and week,
 * Home and End within the week, Page Up and Page Down by month. What lasts several days is a bar below its week.
 */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../../app/addresses.ts';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import controls from '../../ui/controls.module.css';
import type { EventView } from '../events/event-view.ts';
import { addDays, addMonths, barsOf, mondayOf, weekFrom } from './calendar-days.ts';
import css from './calendar-view.module.css';

/** Bars of a week before the rest is only counted. */
const mostLanes = 4;

/** Where keys lead from a day. */
const steps: Readonly<Record<string, (day: string) => string>> = {
	ArrowLeft: (day) => addDays(day, -1),
	ArrowRight: (day) => addDays(day, 1),
	ArrowUp: (day) => addDays(day, -7),
	ArrowDown: (day) => addDays(day, 7),
	Home: mondayOf,
	End: (day) => addDays(mondayOf(day), 6),
	PageUp: (day) => addMonths(day, -1),
	PageDown: (day) => addMonths(day, 1),
};

interface CalendarGridProps {
	weeks: readonly (readonly string[])[];
	/** `YYYY-MM` of the month shown, whose days stand out; null for a single week. */
	month: string | null;
	/** How many events the days have; undefined while that is not known. */
	counts: Readonly<Record<string, number>> | undefined;
	/** Events that last several days. */
	bars: readonly EventView[];
	today: string;
	/** The chosen day. */
	day: string;
	/** @param step the day to choose, from the one that is chosen by then */
	onChoose: (step: (day: string) => string) => void;
}

export function CalendarGrid({ weeks, month, counts, bars, today, day, onChoose }: CalendarGridProps) {
	const { locale } = useLocale();
	const grid = useRef<HTMLTableElement>(null);
	const movesFocus = useRef(false);
	useEffect(() => {
		if (!movesFocus.current) return;
		movesFocus.current = false;
		grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
	}, [day]);
	const onKeyDown = (event: KeyboardEvent) => {
		const isDay = event.target instanceof HTMLElement && event.target.dataset.day !== undefined;
		const step = isDay && !event.altKey && !event.metaKey ? steps[event.key] : undefined;
		if (step === undefined) return;
		event.preventDefault();
		if (step(day) === day) return;
		movesFocus.current = true;
		onChoose(step);
	};
	const format = (each: string, options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', { ...options, timeZone: 'UTC' }).format(
			Date.parse(`${each}T00:00:00Z`),
		);
	const nameOf = (each: string) => {
		const name = format(each, { weekday: 'long', day: 'numeric', month: 'long' });
		const count = counts?.[each] ?? 0;
		if (counts === undefined) return name;
		return `${name}, ${count === 0 ? m.discover_day_none() : m.discover_day_events({ count })}`;
	};
	return (
		<table
			ref={grid}
			className={css.grid}
			aria-label={m.discover_calendar()}
			aria-busy={counts === undefined}
			onKeyDown={onKeyDown}
		>
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
				<tbody key={week[0]}>
					<tr>
						{week.map((each) => (
							<td key={each} className={css.cell}>
								<button
									type="button"
									data-day={each}
									className={css.day}
									tabIndex={each === day ? 0 : -1}
									aria-pressed={each === day}
									aria-current={each === today ? 'date' : undefined}
									data-outside={(month !== null && !each.startsWith(month)) || undefined}
									onClick={() => onChoose(() => each)}
								>
									<span aria-hidden="true">{Number(each.slice(8))}</span>
									{(counts?.[each] ?? 0) > 0 && (
										<span aria-hidden="true" className={css.count}>
											{counts?.[each]}
										</span>
									)}
									<span className={controls.hidden}>{nameOf(each)}</span>
								</button>
							</td>
						))}
					</tr>
					<Bars week={week} events={bars} />
				</tbody>
			))}
		</table>
	);
}

function Bars({ week, events }: { week: readonly string[]; events: readonly EventView[] }) {
	const { bars, left } = barsOf(week, events, mostLanes);
	if (bars.length === 0) return null;
	const lanes = Math.max(...bars.map(({ lane }) => lane + 1));
	return (
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
				{left > 0 && <p className={css.left}>{m.discover_more_bars({ count: left })}</p>}
			</td>
		</tr>
	);
}
