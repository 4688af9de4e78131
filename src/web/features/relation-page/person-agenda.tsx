/**
 * A person's events by day. The next one is large, with the time left; overlaps have notes. Until all are loaded,
 * events are in the service's order, and none is highlighted as the next.
 */
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { compareTimes, hasSeveralDays, phaseOf } from '../../../contract/event/times.ts';
import {
	type Day,
	dayOf,
	daysBetween,
	type WallClock,
	wallClockMs,
} from '../../../contract/event/wall-clock.ts';
import type { Relation } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { formatMinutesAhead, relativeTime } from '../../i18n/relative-time.ts';
import { useClock } from '../../shared/now.ts';
import { readChanges } from '../attendance/event-notes.tsx';
import { nextOf, onChosenDays, ownQueries, soonOf } from '../attendance/own-queries.ts';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { RelationBadge } from '../attendance/relation-badge.tsx';
import { noRelation } from '../attendance/use-own-relation.ts';
import { PlaceLink } from '../event/place-link.tsx';
import { CardList, EventCard } from '../event-cards/event-card.tsx';
import { clashOf, groupByDay } from '../lists/group-by-day.ts';
import { DayName } from '../lists/list-names.tsx';
import css from './relation-page.module.css';
import { Weekend } from './weekend.tsx';

interface PersonAgendaProps {
	events: readonly Event[];
	isComplete: boolean;
	relation: Relation;
	isOwn: boolean;
	isPast: boolean;
}

export function PersonAgenda({ events, isComplete, relation, isOwn, isPast }: PersonAgendaProps) {
	const now = useClock();
	const isGoing = isOwn && relation === 'participated' && !isPast;
	const status = isPast ? 'expired' : 'ongoing';
	const { data: own } = useQuery({ ...ownQueries.relations(status), enabled: isOwn });
	const isOver = (event: Event) => phaseOf(event, now) === 'over';
	/** Once the chosen day is over, shows the event's own days again. */
	const all = (isGoing ? onChosenDays(events, own) : events).map((event, index) =>
		isOver(event) ? (events[index] ?? event) : event,
	);
	/** A host's list has both past and upcoming events. */
	const past = isPast || relation !== 'created' ? [] : all.filter(isOver);
	const shown = all.filter((event) => !past.includes(event));
	const next = isPast || relation === 'wished' ? [] : nextFew(shown, now);
	const noteOf = (event: Event) => {
		if (!isGoing) return undefined;
		const clash = clashOf(event, shown);
		const joined = own?.relations[event.id] ?? noRelation;
		const warnings = [
			...readChanges(joined, events.find(({ id }) => id === event.id) ?? event),
			...(clash === undefined ? [] : [m.people_same_time({ title: clash.title })]),
		];
		const isDayUnknown = joined.joined && joined.day === undefined && hasSeveralDays(event);
		if (warnings.length === 0 && !isDayUnknown) return undefined;
		return (
			<>
				{warnings.map((line) => (
					<strong key={line} className={css.clash}>
						{line}
					</strong>
				))}
				{isDayUnknown && <span className={css.hint}>{m.attendance_day_unknown()}</span>}
			</>
		);
	};
	// While relations are loading, a heart would also appear on joined events.
	const Badge = !isOwn ? OwnRelationBadge : own === undefined ? NoBadge : RelationBadge;
	const card = (event: Event, day: Day | null = null) => {
		const note = noteOf(event);
		const words = note && { note };
		const headingLevel = isComplete ? 3 : 2;
		return <EventCard {...{ event, Badge, headingLevel, day, words }} hasCity />;
	};
	if (!isComplete)
		return (
			<CardList events={all} className={`grid ${css.list}`}>
				{(event) => card(event)}
			</CardList>
		);
	return (
		<>
			{next.length > 0 && <Next events={next} now={now} noteOf={noteOf} Badge={Badge} />}
			{isGoing && <Weekend events={shown} />}
			<div className={css.days}>
				{groupByDay(shown, isPast, now).map(({ day, events: ofDay }) => {
					const rest = ofDay.filter((event) => !next.includes(event));
					return (
						rest.length > 0 && (
							<section
								key={day}
								className={`section ${css.list}`}
								data-several={rest.length > 1 || undefined}
							>
								<h2>
									<DayName day={day} />
								</h2>
								<CardList events={rest}>{(event) => card(event, day)}</CardList>
							</section>
						)
					);
				})}
			</div>
			{past.length > 0 && (
				<section className={`section ${css.list}`}>
					<h2>{m.words_past()}</h2>
					<CardList events={past.toSorted((a, b) => compareTimes(b, a))}>{(event) => card(event)}</CardList>
				</section>
			)}
		</>
	);
}

const NoBadge = () => null;

function nextFew(events: readonly Event[], now: WallClock): readonly Event[] {
	const soon = soonOf(events, now);
	return soon.length > 0 ? soon : [nextOf(events, now) ?? []].flat();
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The time until a start: `in 3 hours` within a day, otherwise `in 2 days`.
 *
 * @returns null if the start time already says it: `Tomorrow, 19:00`
 */
export function formatAhead(time: WallClock, now: WallClock): string | null {
	const ms = wallClockMs(time) - wallClockMs(now);
	if (ms < dayMs) return formatMinutesAhead(ms / minuteMs);
	const days = daysBetween(dayOf(now), dayOf(time));
	return days === 1 ? null : relativeTime({ numeric: 'auto' }).format(days, 'day');
}

interface NextProps {
	events: readonly Event[];
	now: WallClock;
	noteOf: (event: Event) => ReactNode;
	Badge: ComponentType<{ event: Event }>;
}

function Next({ events, now, noteOf, Badge }: NextProps) {
	return (
		<section className={`section ${css.list} ${css.next}`}>
			<h2>{m.attendance_next()}</h2>
			{events.map((event) => {
				const ahead = event.begin && formatAhead(event.begin, now);
				const note = (
					<>
						{ahead !== null && <span className={css.ahead}>{ahead}</span>}{' '}
						{event.geo !== null && <PlaceLink className={css.directions} place={event} />}
						{noteOf(event)}
					</>
				);
				return <EventCard key={event.id} event={event} Badge={Badge} hasCity words={{ note }} />;
			})}
		</section>
	);
}
