/** A month or week to choose a day from, with buttons for others. Day and span are in the URL. */
import type { ComponentProps, ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addDays, type Day } from '../../../contract/event/wall-clock.ts';
import { cityQuery, readFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { formatMonth } from '../days/format-when.ts';
import { addMonths, monthOf, weekFrom, weekStart, weeksOfMonth } from '../days/month-days.ts';
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

/** The chosen day, and the weeks around it. */
export function useCalendarDays() {
	const today = useToday();
	const { setDay, setSpan } = useChoice(today);
	const query = new URLSearchParams(useLocation().search);
	const chosen = spans.find((each) => each === query.get('span'));
	// The server renders months.
	const span = useInBrowser() ? (chosen ?? 'month') : 'month';
	const day = readFilters(query).day ?? today;
	const weeks = span === 'month' ? weeksOfMonth(day) : [weekFrom(weekStart(day))];
	return { today, day, span, weeks, setDay, setSpan };
}

interface CalendarFrameProps
	extends Pick<ComponentProps<typeof CalendarGrid>, 'counts' | 'isReading' | 'bars'> {
	shown: ReturnType<typeof useCalendarDays>;
	/** What is below the days. */
	children: ReactNode;
}

export function CalendarFrame({ shown, children, ...grid }: CalendarFrameProps) {
	const { today, day, span, weeks, setDay, setSpan } = shown;
	const { pathname, search } = useLocation();
	const move = (direction: 1 | -1) => (from: Day) =>
		span === 'month' ? addMonths(from, direction) : addDays(from, 7 * direction);
	return (
		// Without scripts, the browser submits the form and opens the day.
		<form className={css.calendar} action={pathname}>
			{cityQuery({ ...readFilters(search), day: null, until: null }).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<div className={`${controls.row} ${css.bar}`}>
				<div className={`${controls.row} ${css.buttons}`}>
					<Step name={m.discover_previous()} to={move(-1)} {...{ day, setDay }}>
						<span aria-hidden="true">‹</span>
					</Step>
					<h2 aria-live="polite">{formatMonth(day)}</h2>
					<Step name={m.discover_next()} to={move(1)} {...{ day, setDay }}>
						<span aria-hidden="true">›</span>
					</Step>
				</div>
				<div className={`${controls.row} ${css.buttons}`}>
					<Step to={() => today} {...{ day, setDay }}>
						{m.words_today()}
					</Step>
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
				month={span === 'month' ? monthOf(day) : null}
				{...{ weeks, today, day, ...grid }}
				onChoose={setDay}
			/>
			{children}
		</form>
	);
}

interface StepProps {
	name?: string;
	to: (day: Day) => Day;
	day: Day;
	setDay: (step: (day: Day) => Day) => void;
	children: ReactNode;
}

const Step = ({ name, to, day, setDay, children }: StepProps) => (
	<button
		type="submit"
		name="day"
		value={to(day)}
		className={`${controls.button} ${name === undefined ? '' : css.step}`}
		aria-label={name}
		onClick={(event) => {
			event.preventDefault();
			setDay(to);
		}}
	>
		{children}
	</button>
);
