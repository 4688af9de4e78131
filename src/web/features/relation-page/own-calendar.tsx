/** The signed-in person's events by day, on the days that they chose. */
import { useQuery } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { isOnDay, listedTimes } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import type { Relation } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useClock } from '../../shared/now.ts';
import { onChosenDays, ownQueries } from '../attendance/own-queries.ts';
import { CalendarFrame, useCalendarDays } from '../calendar/calendar-frame.tsx';
import { formatLongDay } from '../days/format-when.ts';
import { IncludesToday } from '../event/phase-badge.tsx';
import { CardList, EventCard } from '../event-cards/event-card.tsx';
import css from './relation-page.module.css';

interface OwnCalendarProps {
	relation: Exclude<Relation, 'created'>;
	upcoming: readonly Event[];
}

export function OwnCalendar({ relation, upcoming }: OwnCalendarProps) {
	const shown = useCalendarDays();
	const { today, day, weeks } = shown;
	const now = useClock();
	const { data: past } = useQuery(ownQueries.events(relation, 'expired'));
	const { data: known } = useQuery(ownQueries.relations('expired'));
	const events = [...upcoming, ...onChosenDays(past?.events ?? [], known)];
	const on = (each: Day) => events.filter((event) => isOnDay(listedTimes(event, now), each));
	const counts = Object.fromEntries(weeks.flat().map((each) => [each, on(each).length]));
	const ofDay = on(day);
	const none = past === undefined && day <= today ? '' : m.discover_day_none();
	return (
		<CalendarFrame {...{ shown, counts }} isReading={false} bars={events}>
			<p role="status" className="count">
				{ofDay.length === 0 ? none : m.events_found({ count: ofDay.length })}
			</p>
			{ofDay.length > 0 && (
				<section className={`section ${css.list}`}>
					<h2>{formatLongDay(day)}</h2>
					<IncludesToday value={day === today}>
						<CardList events={ofDay}>{(event) => <EventCard event={event} day={day} hasCity />}</CardList>
					</IncludesToday>
				</section>
			)}
		</CalendarFrame>
	);
}
