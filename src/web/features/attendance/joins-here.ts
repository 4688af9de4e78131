/**
 * Joins made in this browser, with data that the service does not return: the chosen day (`participate_date`, Spec
 * §4.2), and the event's time and place when the person joined. Removed at the end of the session.
 */
import type { Event } from '../../../contract/event/event.ts';
import { readText } from '../../../contract/event/fields.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { type Day, readDay, readWallClock } from '../../../contract/event/wall-clock.ts';
import { browserStorage, ownStorageKey } from '../../shared/storage.ts';

type Place = Pick<Event, 'begin' | 'end' | 'address'>;

export interface JoinHere extends Place {
	/** Null: undecided. */
	day: Day | null;
}

/** Maximum number of stored joins; the oldest are dropped. */
const maxJoins = 200;

const keyOf = (userId: string) => ownStorageKey(userId, 'joins');

function readJoin(stored: unknown): JoinHere {
	const { day, begin, end, address } = (stored ?? {}) as Record<string, unknown>;
	return {
		day: readDay(day),
		begin: readWallClock(begin),
		end: readWallClock(end),
		address: readText(address),
	};
}

/** By event id, oldest first. */
export function readJoins(userId: string): Map<string, JoinHere> {
	const stored = browserStorage.readJson(keyOf(userId));
	const isEntry = (each: unknown): each is [string, unknown] =>
		Array.isArray(each) && typeof each[0] === 'string';
	const entries = Array.isArray(stored) ? stored.filter(isEntry) : [];
	return new Map(entries.map(([eventId, join]) => [eventId, readJoin(join)]));
}

/** The events, each limited to the day that the person chose in this browser, if any. */
export function onChosenDays(userId: string, events: readonly Event[]): Event[] {
	const joins = readJoins(userId);
	return events.map((event) => {
		const day = joins.get(event.id)?.day;
		return day ? timesOn(event, day) : event;
	});
}

/** @param join null after leaving */
export function storeJoin(userId: string, eventId: string, join: JoinHere | null): void {
	const joins = readJoins(userId);
	joins.delete(eventId);
	if (join !== null) joins.set(eventId, readJoin(join));
	const latest = [...joins].slice(-maxJoins);
	browserStorage.write(keyOf(userId), latest.length === 0 ? null : JSON.stringify(latest));
}

/** A missing address doesn't count as a change of place. */
export function changesSince(join: Place, event: Place): { time: boolean; place: boolean } {
	return {
		time: join.begin !== event.begin || join.end !== event.end,
		place: join.address !== '' && event.address !== '' && join.address !== event.address,
	};
}
