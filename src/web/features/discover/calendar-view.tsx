/**
 * A city's events by day: a month or a week, and the list of the chosen day. Day and span are in the address. The
 * service's `day_type` knows only today, tomorrow, the weekend and the week, so other days come from the BFF's index.
 */
import { useSearchParams } from 'react-router';
import { datePattern } from '../../../contract/filters.ts';
import type { Loc } from '../../../contract/resources.ts';
import type { ListFilters } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { useNow } from '../../i18n/now.ts';
import { dayInWords } from '../../i18n/when.ts';
import controls from '../../ui/controls.module.css';
import page from '../events/city-page.module.css';
import { EventCard } from '../events/event-card.tsx';
import { addDays, addMonths, mondayOf, weekFrom, weeksOfMonth } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import css from './calendar-view.module.css';
import { useCalendarDays, useDayEvents } from './use-calendar.ts';

const spans = ['month', 'week'] as const;
type Span = (typeof spans)[number];

interface CalendarProps {
	city: Loc;
	filters: ListFilters;
}

export function CalendarView({ city, filters }: CalendarProps) {
	const now = useNow();
	if (now === null) return <p role="status">{m.app_loading()}</p>;
	return <Calendar city={city} filters={filters} today={now.slice(0, 10)} />;
}

/** Day and span of the address; a change takes the place of the step before, and leaves the focus where it is. */
function useChosenDay(today: string) {
	const [query, setQuery] = useSearchParams();
	const dayOf = (search: URLSearchParams) => {
		const wanted = search.get('day') ?? '';
		return datePattern.test(wanted) && addDays(wanted, 0) === wanted ? wanted : today;
	};
	/** The address may be ahead of what is drawn: of two quick steps, the second goes on from the first. */
	const newest = () => new URLSearchParams(window.location.search);
	const set = (name: string, value: string, unlessItIs: string) => {
		const next = newest();
		if (value === unlessItIs) next.delete(name);
		else next.set(name, value);
		setQuery(next, { replace: true, preventScrollReset: true, state: { keepsFocus: true } });
	};
	return {
		day: dayOf(query),
		span: spans.find((each) => each === query.get('span')) ?? 'month',
		setDay: (step: (day: string) => string) => set('day', step(dayOf(newest())), today),
		setSpan: (span: Span) => set('span', span, 'month'),
	};
}

function Calendar({ city, filters, today }: CalendarProps & { today: string }) {
	const { locale } = useLocale();
	const { day, span, setDay, setSpan } = useChosenDay(today);
	const weeks = span === 'month' ? weeksOfMonth(day) : [weekFrom(mondayOf(day))];
	const { counts, spans: bars, partOf, error, retry } = useCalendarDays(city, filters, weeks.flat());
	const move = (direction: 1 | -1) =>
		setDay((from) => (span === 'month' ? addMonths(from, direction) : addDays(from, 7 * direction)));
	const heading = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', {
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC',
	}).format(Date.parse(`${day}T00:00:00Z`));
	if (error !== null) return <ErrorNotice error={error} onRetry={retry} />;
	return (
		<div className={css.calendar}>
			<div className={css.bar}>
				<h2 aria-live="polite">{heading}</h2>
				<div className={css.buttons}>
					<button type="button" className={controls.button} onClick={() => move(-1)}>
						{m.discover_previous()}
					</button>
					<button type="button" className={controls.button} onClick={() => setDay(() => today)}>
						{m.discover_go_today()}
					</button>
					<button type="button" className={controls.button} onClick={() => move(1)}>
						{m.discover_next()}
					</button>
					{spans.map((each) => (
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
			<CalendarGrid
				weeks={weeks}
				month={span === 'month' ? day.slice(0, 7) : null}
				{...{ counts, bars, today, day }}
				onChoose={setDay}
			/>
			{partOf !== null && <p className={page.count}>{m.discover_partly({ count: partOf })}</p>}
			<DayList key={day} city={city} filters={filters} day={day} />
		</div>
	);
}

function DayList({ city, filters, day }: CalendarProps & { day: string }) {
	const { locale } = useLocale();
	const { events, total, more } = useDayEvents(city, filters, day);
	const count = total === 0 ? m.discover_day_none() : m.discover_day_events({ count: total });
	return (
		<section className={css.chosen}>
			<h2>{dayInWords(day, locale)}</h2>
			<p role="status" className={page.count}>
				{events === undefined ? m.app_loading() : count}
			</p>
			<ul className={page.grid}>
				{events?.map((event) => (
					<li key={event.id}>
						<EventCard event={event} />
					</li>
				))}
			</ul>
			{more !== null && events !== undefined && (
				<div className={page.more}>
					<p>{m.events_shown({ shown: events.length, total })}</p>
					<button type="button" className={controls.button} disabled={more.isLoading} onClick={more.load}>
						{more.isLoading ? m.app_loading() : m.events_more()}
					</button>
				</div>
			)}
		</section>
	);
}
