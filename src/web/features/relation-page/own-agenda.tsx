/** One's own events by day: the next one large, with the time that is left, and a note where two are at the same time. */
import type { ReactNode } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import { languageTags } from '../../../contract/words/date-format.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { useNow } from '../../shared/now.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { nextOf } from '../attendance/attendance-queries.ts';
import { readChanges } from '../attendance/changed-note.tsx';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { CardList } from '../event/card-list.tsx';
import { DayName } from '../event/day-name.tsx';
import { EventCard } from '../event/event-card.tsx';
import list from '../event/event-list.module.css';
import { clashOf, groupByDay } from '../event/group-by-day.ts';
import { directionsUrl } from '../event/map-urls.ts';
import { formatAhead } from './format-ahead.ts';
import css from './relation-page.module.css';

interface OwnAgendaProps {
	events: readonly Event[];
	isPast: boolean;
	/** Whether one goes to them: only then can two be too many. */
	isGoing: boolean;
}

export function OwnAgenda({ events, isPast, isGoing }: OwnAgendaProps) {
	const now = useNow();
	const { userId } = useSession();
	const reader = useLocale();
	const days = groupByDay(events, isPast);
	const next = isPast || !isGoing ? undefined : nextOf(events, now);
	const noteOf = (event: Event) => {
		const clash = isGoing && !isPast ? clashOf(event, events) : undefined;
		const lines = [
			...(isGoing && !isPast ? readChanges(userId, event, reader) : []),
			...(clash === undefined ? [] : [m.people_same_time({ title: clash.title })]),
		];
		if (lines.length === 0) return undefined;
		return lines.map((line) => (
			<strong key={line} className={css.clash}>
				{line}
			</strong>
		));
	};
	return (
		<>
			{next !== undefined && now !== null && <Next event={next} now={now} note={noteOf(next)} />}
			{days.map(({ day, events: all }) => {
				const shown = all.filter((event) => event !== next);
				return (
					shown.length > 0 && (
						<section key={day} className={`${list.section} ${css.list}`}>
							<h2>
								<DayName day={day} />
							</h2>
							<CardList events={shown}>
								{(event) => {
									const note = noteOf(event);
									return <EventCard event={event} Badge={OwnRelationBadge} words={note && { note }} />;
								}}
							</CardList>
						</section>
					)
				);
			})}
		</>
	);
}

function Next({ event, now, note }: { event: Event; now: WallClock; note: ReactNode }) {
	const { locale } = useLocale();
	const directions = directionsUrl(event);
	const ahead = event.begin && formatAhead(event.begin, now, languageTags[locale]);
	return (
		<section className={`${list.section} ${css.list} ${css.next}`}>
			<h2>{m.attendance_next()}</h2>
			<EventCard
				event={event}
				Badge={OwnRelationBadge}
				words={{
					note: (
						<>
							{ahead !== null && <span className={css.ahead}>{ahead}</span>}{' '}
							{directions !== null && (
								<a className={css.directions} href={directions} rel="noreferrer" target="_blank">
									{m.events_directions()}
								</a>
							)}
							{note}
						</>
					),
				}}
			/>
		</section>
	);
}
