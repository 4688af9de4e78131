/** The signed-in person's upcoming events by day, on the days that they chose. */
import type { Event } from '../../../contract/event/event.ts';
import { isOnDay, listedTimes } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { useClock } from '../../shared/now.ts';
import { CalendarFrame, useCalendarDays } from '../calendar/calendar-frame.tsx';
import { formatLongDay } from '../days/format-when.ts';
import { CardList, EventCard } from '../event-cards/event-card.tsx';
import css from './relation-page.module.css';

export function OwnCalendar({ events }: { events: readonly Event[] }) {
	const shown = useCalendarDays();
	const { day, weeks } = shown;
	const now = useClock();
	const on = (each: Day) => events.filter((event) => isOnDay(listedTimes(event, now), each));
	const counts = Object.fromEntries(weeks.flat().map((each) => [each, on(each).length]));
	const ofDay = on(day);
	return (
		<CalendarFrame {...{ shown, counts }} isReading={false} bars={events}>
			<p role="status" className="count">
				{ofDay.length === 0 ? m.discover_day_none() : m.events_found({ count: ofDay.length })}
			</p>
			{ofDay.length > 0 && (
				<section className={`section ${css.list}`}>
					<h2>{formatLongDay(day)}</h2>
					<CardList events={ofDay}>{(event) => <EventCard event={event} day={day} hasCity />}</CardList>
				</section>
			)}
		</CalendarFrame>
	);
}
