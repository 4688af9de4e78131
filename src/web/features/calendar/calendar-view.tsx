/**
 * A city's events by day: a month or a week, and the list of the chosen day. Day and span are in the URL. The service's
 * `day_type` knows only today, tomorrow, the weekend and the week, so other days come from the BFF's index.
 */
import { useLocation, useNavigate } from 'react-router';
import type { Loc } from '../../../contract/event/loc.ts';
import { addDays, type Day, readDay } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { firstWeekdays } from '../../i18n/first-weekdays.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useToday } from '../../shared/now.ts';
import controls from '../../ui/controls.module.css';
import { Loading } from '../../ui/loading.tsx';
import list from '../event/event-list.module.css';
import { formatMonth } from '../event/format-when.ts';
import { addMonths, monthOf, weekFrom, weekStart, weeksOfMonth } from '../event/month-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import css from './calendar-view.module.css';
import { DayList } from './day-list.tsx';
import { useCalendarDays } from './use-calendar.ts';

const spans = ['month', 'week'] as const;
type Span = (typeof spans)[number];

/** Weeks that go beyond the year 9999 have no days. */
const tooLate = '9999';

interface CalendarProps {
	city: Loc;
	filters: ListFilters;
}

export function CalendarView({ city, filters }: CalendarProps) {
	const today = useToday();
	if (today === null) return <Loading />;
	return <Calendar city={city} filters={filters} today={today} />;
}

/** Day and span of the URL. A change replaces the entry in the history and leaves the focus where it is. */
function useChosenDay(today: Day) {
	const query = new URLSearchParams(useLocation().search);
	const navigate = useNavigate();
	const dayOf = (search: URLSearchParams) => {
		const day = readDay(search.get('day'));
		return day === null || day >= tooLate ? today : day;
	};
	/** The URL may be ahead of what is rendered: of two quick steps, the second goes on from the first. */
	const newest = () => new URLSearchParams(window.location.search);
	const set = (name: string, value: string, defaultValue: string) => {
		const next = newest();
		if (value === defaultValue) next.delete(name);
		else next.set(name, value);
		const { pathname } = window.location;
		navigate(next.size > 0 ? `${pathname}?${next}` : pathname, {
			replace: true,
			state: { keepsFocus: true },
		});
	};
	return {
		day: dayOf(query),
		span: spans.find((each) => each === query.get('span')) ?? 'month',
		setDay: (step: (day: Day) => Day) => set('day', step(dayOf(newest())), today),
		setSpan: (span: Span) => set('span', span, 'month'),
	};
}

function Calendar({ city, filters, today }: CalendarProps & { today: Day }) {
	const { locale } = useLocale();
	const firstWeekday = firstWeekdays[locale];
	const { day, span, setDay, setSpan } = useChosenDay(today);
	const weeks = span === 'month' ? weeksOfMonth(day, firstWeekday) : [weekFrom(weekStart(day, firstWeekday))];
	const days = weeks.flat();
	const [from = day, to = day] = [days[0], days.at(-1)];
	const { counts, spans: bars, partOf, error, retry } = useCalendarDays(city, filters, { from, to });
	const move = (direction: 1 | -1) =>
		setDay((chosen) => (span === 'month' ? addMonths(chosen, direction) : addDays(chosen, 7 * direction)));
	if (error !== null) return <ErrorNotice error={error} onRetry={retry} />;
	return (
		<div className={css.calendar}>
			<div className={css.bar}>
				<h2 aria-live="polite">{formatMonth(day, locale)}</h2>
				<div className={css.buttons}>
					<button type="button" className={controls.button} onClick={() => move(-1)}>
						{m.discover_previous()}
					</button>
					<button type="button" className={controls.button} onClick={() => setDay(() => today)}>
						{m.words_today()}
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
				month={span === 'month' ? monthOf(day) : null}
				{...{ counts, bars, today, day }}
				onChoose={setDay}
			/>
			<p className={list.count}>{m.discover_counts_short()}</p>
			{partOf !== null && <p className={list.count}>{m.discover_first_only({ count: partOf })}</p>}
			<DayList key={day} city={city} filters={filters} day={day} />
		</div>
	);
}
