/**
 * A city's events by day: a month or week, and the list of the chosen day. Day and span are in the URL. Events come
 * from the BFF's index, because the service's `day_type` doesn't cover days after tomorrow.
 */
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import type { Loc } from '../../../contract/event/loc.ts';
import { addDays, type Day } from '../../../contract/event/wall-clock.ts';
import { type ListFilters, readFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useToday } from '../../shared/now.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { DayList } from '../city-list/day-list.tsx';
import { formatMonth } from '../days/format-when.ts';
import { addMonths, monthOf, weekFrom, weekStart, weeksOfMonth } from '../days/month-days.ts';
import list from '../lists/event-list.module.css';
import { indexQueries } from '../lists/index-queries.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import css from './calendar-view.module.css';

const spans = ['month', 'week'] as const;
type Span = (typeof spans)[number];

/** Updates the URL, replacing the history entry, without moving the focus. */
function useChoice(today: Day) {
	const navigate = useNavigate();
	const set = (name: string, value: string | null) => {
		const next = newest();
		if (value === null) next.delete(name);
		else next.set(name, value);
		const { pathname } = window.location;
		navigate(next.size > 0 ? `${pathname}?${next}` : pathname, {
			replace: true,
			state: { keepsFocus: true },
		});
	};
	/** The URL may be ahead of the render: a second quick step builds on the first. */
	const newest = () => new URLSearchParams(window.location.search);
	return {
		setDay(step: (day: Day) => Day) {
			const day = step(readFilters(newest()).day ?? today);
			set('day', day === today ? null : day);
		},
		setSpan: (span: Span) => set('span', span === 'month' ? null : span),
	};
}

export function CalendarView({ city, filters }: { city: Loc; filters: ListFilters }) {
	const today = useToday();
	const { setDay, setSpan } = useChoice(today);
	const { search } = useLocation();
	const span = spans.find((each) => each === new URLSearchParams(search).get('span')) ?? 'month';
	const day = filters.day ?? today;
	const weeks = span === 'month' ? weeksOfMonth(day) : [weekFrom(weekStart(day))];
	const days = weeks.flat();
	const [from = day, to = day] = [days[0], days.at(-1)];
	const index = useQuery(indexQueries.days(city.uid, filters, from, to));
	const { days: counts, spans: bars = [], indexed = 0, listed = 0 } = index.data ?? {};
	/** The placeholder is another month, which has no counts for these days. */
	const isReading = index.isPlaceholderData || (index.data?.is_reading ?? true);
	const move = (direction: 1 | -1) =>
		setDay((chosen) => (span === 'month' ? addMonths(chosen, direction) : addDays(chosen, 7 * direction)));
	if (index.isLoadingError) return <ErrorNotice error={index.error} onRetry={() => void index.refetch()} />;
	return (
		<div className={css.calendar}>
			<div className={`${controls.row} ${css.bar}`}>
				<div className={`${controls.row} ${css.buttons}`}>
					<Step name={m.discover_previous()} icon="‹" onTap={() => move(-1)} />
					<h2 aria-live="polite">{formatMonth(day)}</h2>
					<Step name={m.discover_next()} icon="›" onTap={() => move(1)} />
				</div>
				<div className={`${controls.row} ${css.buttons}`}>
					<Button onTap={() => setDay(() => today)}>{m.words_today()}</Button>
					<div className={css.toggle}>
						{spans.map((each) => (
							<Button key={each} aria-pressed={span === each} onTap={() => setSpan(each)}>
								{each === 'month' ? m.discover_month() : m.discover_week()}
							</Button>
						))}
					</div>
				</div>
			</div>
			<CalendarGrid
				weeks={weeks}
				month={span === 'month' ? monthOf(day) : null}
				{...{ counts, isReading, bars, today, day }}
				onChoose={setDay}
			/>
			<p className={list.count}>{m.discover_counts_short()}</p>
			{!isReading && indexed < listed && (
				<p className={list.count}>{m.discover_first_only({ count: indexed })}</p>
			)}
			<p role="status" className={list.count}>
				{isReading
					? m.app_loading()
					: (counts?.[day] ?? 0) > 0 && m.events_found({ count: counts?.[day] ?? 0 })}
			</p>
			<DayList key={day} city={city} filters={filters} />
		</div>
	);
}

const Step = ({ name, icon, onTap }: { name: string; icon: string; onTap: () => void }) => (
	<Button className={css.step} aria-label={name} onTap={onTap}>
		<span aria-hidden="true">{icon}</span>
	</Button>
);
