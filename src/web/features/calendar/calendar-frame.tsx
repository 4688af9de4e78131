/**
 * A month or week to choose a day from, with buttons for other months or weeks. Day and span are in the URL. The
 * calendar of `react-aria-components` is several times as large, and can't show bars between weeks.
 */
import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Event } from '../../../contract/event/event.ts';
import { daySpan } from '../../../contract/event/times.ts';
import { addDays, type Day, daysBetween } from '../../../contract/event/wall-clock.ts';
import { startOfMonth } from '../../../contract/list-calls.ts';
import { cityQuery, readFilters } from '../../../contract/list-filters.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { Button } from '../../ui/button.tsx';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';
import { useInBrowser, useIsInBrowser } from '../../ui/use-in-browser.ts';
import { DayButton, DayTable } from '../days/day-table.tsx';
import { formatLongDay, formatMonths } from '../days/format-when.ts';
import { addMonths, monthOf, weekFrom, weekStart, weeksFrom } from '../days/month-days.ts';
import css from './calendar-view.module.css';

const spans = ['month', 'week'] as const;

/** The URL may be ahead of the render, so a second quick step builds on the URL. */
const newestQuery = () => new URLSearchParams(window.location.search);

/**
 * The chosen day, the weeks around it, and functions that change the URL without moving the focus.
 *
 * @param startOf returns a day of the first week in a month's calendar
 */
export function useCalendarDays(startOf: (day: Day, today: Day) => Day = startOfMonth) {
	const today = useToday();
	const navigate = useNavigate();
	const query = new URLSearchParams(useLocation().search);
	const chosen = spans.find((each) => each === query.get('span'));
	// The server always renders a month.
	const span = useInBrowser(() => chosen ?? 'month', 'month');
	const day = readFilters(query).day ?? today;
	const first = startOf(day, today);
	const weeks = span === 'month' ? weeksFrom(first) : [weekFrom(weekStart(day))];
	const set = (name: 'day' | 'span', value: string, unset: string) => {
		const next = newestQuery();
		if (value === unset) next.delete(name);
		else next.set(name, value);
		void navigate({ search: String(next) }, { replace: true, state: { keepsFocus: true } });
	};
	return {
		...{ today, day, span, first, weeks },
		setDay: (step: (day: Day) => Day) => set('day', step(readFilters(newestQuery()).day ?? today), today),
		setSpan: (next: (typeof spans)[number]) => set('span', next, 'month'),
	};
}

interface CalendarFrameProps {
	shown: ReturnType<typeof useCalendarDays>;
	/** Number of events by day; undefined while loading. */
	counts: Readonly<Record<Day, number>> | undefined;
	/** Whether the counts are unknown or incomplete. */
	isReading: boolean;
	/** Multi-day events. */
	bars: readonly Event[];
	children: ReactNode;
}

export function CalendarFrame({ children, ...grid }: CalendarFrameProps) {
	const { today, day, span, first, setDay, setSpan } = grid.shown;
	const { pathname, search } = useLocation();
	const below = useRef<HTMLDivElement>(null);
	const startOf = span === 'month' ? startOfMonth : (of: Day) => weekStart(of);
	const start = span === 'month' ? first : startOf(day);
	/** The last day in the title, which omits a month that begins in the last two weeks. */
	const end = addDays(start, span === 'month' ? 27 : 6);
	/** Moves to the first day of another month or week, or to today if it contains today. */
	const move = (direction: 1 | -1) => (from: Day) => {
		const next = startOf(span === 'month' ? addMonths(from, direction) : addDays(from, 7 * direction));
		return next === startOf(today) ? today : next;
	};
	const step = (to: (day: Day) => Day) =>
		({ type: 'submit', name: 'day', value: to(day), onClick: choosing(() => setDay(to)) }) as const;
	return (
		// Without scripts, the browser submits the form and opens the day.
		<form className={css.calendar} action={pathname}>
			{cityQuery({ ...readFilters(search), day: null, until: null }).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<div className={`row ${css.bar}`}>
				<div className={`row ${css.buttons}`}>
					<button {...step(move(-1))} className="button" aria-label={m.discover_previous()}>
						<span aria-hidden="true">‹</span>
					</button>
					<h2 aria-live="polite">{formatMonths(start, end)}</h2>
					<button {...step(move(1))} className="button" aria-label={m.discover_next()}>
						<span aria-hidden="true">›</span>
					</button>
				</div>
				<div className={`row ${css.buttons}`}>
					<button {...step(() => today)} className="button">
						{m.words_today()}
					</button>
					<div className={css.toggle}>
						{spans.map((each) => (
							<Button key={each} aria-pressed={span === each} onTap={() => setSpan(each)}>
								{each === 'month' ? m.discover_month() : m.discover_week()}
							</Button>
						))}
					</div>
				</div>
			</div>
			<CalendarGrid {...grid} onChosen={() => showOnPhone(below.current)} />
			<div ref={below} className={css.below}>
				{children}
			</div>
		</form>
	);
}

/** Makes a click choose a day instead of submitting the form. */
const choosing = (choose: () => void) => (event: { preventDefault: () => void }) => {
	event.preventDefault();
	choose();
};

/** Scrolls to what is below the days on phones, where the days fill the screen. */
function showOnPhone(below: HTMLElement | null): void {
	if (!window.matchMedia('(width < 60rem)').matches) return;
	below?.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
}

type GridProps = Omit<CalendarFrameProps, 'children'> & { onChosen: () => void };

function CalendarGrid({ shown, counts, isReading, bars, onChosen }: GridProps) {
	const { today, day, span, first, weeks, setDay } = shown;
	const isInBrowser = useIsInBrowser();
	const countOf = (each: Day) => counts?.[each] ?? 0;
	const nameOf = (each: Day) => {
		const name = formatLongDay(each);
		const count = countOf(each);
		// The count may lack events that are over.
		if (isReading || (count === 0 && each < today)) return name;
		return [name, count === 0 ? m.discover_day_none() : m.events_found({ count })].join(' · ');
	};
	const isWholeMonth = span === 'month' && first === startOfMonth(day);
	const isFaded = (each: Day) => each < today || (isWholeMonth && monthOf(each) !== monthOf(day));
	return (
		<DayTable
			className={css.grid}
			aria-label={m.words_calendar()}
			aria-busy={isReading}
			weeks={weeks}
			day={day}
			onMove={setDay}
			// Not rendered on the server: the Content-Security-Policy forbids inline styles.
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
					data-faded={isFaded(each) || undefined}
					type="submit"
					onClick={choosing(() => {
						setDay(() => each);
						onChosen();
					})}
				>
					{countOf(each) > 0 && (
						<span aria-hidden="true" className={css.count}>
							{countOf(each)}
						</span>
					)}
				</DayButton>
			)}
		</DayTable>
	);
}

/** The multi-day events of a week, each with its first column (from 1) and number of columns. */
export const barsOf = (week: readonly Day[], events: readonly Event[]) =>
	events.flatMap((event) => {
		const [firstDay] = week;
		const days = daySpan(event);
		if (firstDay === undefined || days === null || days.first === days.last) return [];
		const from = Math.max(1, daysBetween(firstDay, days.first) + 1);
		const to = Math.min(week.length, daysBetween(firstDay, days.last) + 1);
		return from > to ? [] : [{ event, from, span: to - from + 1 }];
	});

/** Number of bars per week, until the reader asks for all. */
const maxBars = 6;

function Bars({ week, events }: { week: readonly Day[]; events: readonly Event[] }) {
	const [max, setMax] = useState(maxBars);
	const bars = barsOf(week, events);
	if (bars.length === 0) return null;
	return (
		<tr>
			<td colSpan={7} className={css.bars}>
				<ul>
					{bars.slice(0, max).map(({ event, from, span }) => (
						<li
							key={event.id}
							data-type={event.type ?? 'others'}
							style={{ gridColumn: `${from} / span ${span}` }}
						>
							<a href={pagePath.event(event.id)} lang={langOf(event.title)}>
								{event.title}
							</a>
						</li>
					))}
				</ul>
				{bars.length > max && (
					<Button look="quiet" onTap={() => setMax(Number.POSITIVE_INFINITY)}>
						{m.discover_more_bars({ count: bars.length - max })}
					</Button>
				)}
			</td>
		</tr>
	);
}
