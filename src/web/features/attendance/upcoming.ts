/** The signed-in person's next events. */
import { useQuery } from '@tanstack/react-query';
import type { Relations } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { compareTimes, phaseOf } from '../../../contract/event/times.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { addMs, type WallClock } from '../../../contract/event/wall-clock.ts';
import { ownQueries } from './own-queries.ts';

/** Limits each event's times to the day that the person chose, if any. Keeps the order. */
export const onChosenDays = (events: readonly Event[], known: Relations | undefined): Event[] =>
	events.map((event) => {
		const day = known?.relations[event.id]?.day;
		return day ? timesOn(event, day) : event;
	});

/** Events that the person is going to and that are not over, on the days that they chose. */
export function useUpcoming(isSignedIn: boolean): Event[] {
	const { data: own } = useQuery({ ...ownQueries.events('participated', 'ongoing'), enabled: isSignedIn });
	const { data: known } = useQuery({ ...ownQueries.relations('ongoing'), enabled: isSignedIn });
	return onChosenDays(isSignedIn ? (own?.events ?? []) : [], known);
}

export const nextOf = (events: readonly Event[], now: WallClock | null): Event | undefined =>
	events.filter((event) => phaseOf(event, now) === 'upcoming').toSorted(compareTimes)[0];

const soonMs = 2 * 3_600_000;

export function soonOf(events: readonly Event[], now: WallClock): Event[] {
	const soon = addMs(now, soonMs);
	const isSoon = (event: Event) =>
		phaseOf(event, now) === 'upcoming' && event.begin !== null && event.begin <= soon;
	return events.filter(isSoon).toSorted(compareTimes);
}
