/** Reads a city's events for calendars and feeds: up to 1,000 events of a period, and those that were canceled. */
import type { PublicEvent } from '../../contract/event/event.ts';
import { dayRange, isWithin } from '../../contract/event/times.ts';
import { dayMs, wallClockAt } from '../../contract/event/wall-clock.ts';
import type { DayType, EventType } from '../../contract/spec/filters.ts';
import type { Parts } from '../parts.ts';
import { ignoreProblem } from '../problems/problem.ts';

/** A thousand events with shortened texts take about a megabyte. Calendar apps reject larger files. */
const maxEvents = 1_000;
const maxPages = 20;

/** Periods to try, in order, until one has few enough events. */
const periods: Readonly<Record<DayType, readonly DayType[]>> = {
	future: ['future', 'week', 'today'],
	week: ['week', 'today'],
	weekend: ['weekend'],
	today: ['today'],
	tomorrow: ['tomorrow'],
};

interface Filters {
	loc: string;
	day_type: DayType;
	type: EventType;
}

/** @throws ProblemError if any page can't be read: subscribers would think that the missing events were canceled */
export async function readCityEvents(
	reader: Pick<Parts['reader'], 'textPages'>,
	{ loc, day_type, type }: Filters,
) {
	/** `period` may be shorter than the requested one. `isWhole`: `events` has all events of the period. */
	let found = { period: day_type, events: [] as PublicEvent[], isWhole: false };
	for (const period of periods[day_type]) {
		const all = new Map<string, PublicEvent>();
		let isWhole = false;
		const filters = { loc, day_type: period, type: type === 'all' ? undefined : type };
		for await (const { page, isLast } of reader.textPages(filters, { max: maxEvents, maxPages })) {
			for (const event of page.items) all.set(event.id, event);
			isWhole = isLast;
		}
		found = { period, events: [...all.values()], isWhole };
		// A service that ignores `start` sends only the first page. A shorter period would have no more events.
		if (isWhole || all.size < maxEvents) break;
	}
	return found;
}

/** How long a calendar shows an event as canceled. Calendar apps read it at least once a day. */
const shownAsCanceledMs = 7 * dayMs;
/** How many events to look up that are no longer listed; each may take a call. */
const maxChecked = 3;

/** Events that were listed until the service removed them, and when it did. */
export async function findCanceled(
	{ sharedReads, reader, clock, settings: { timeZone } }: Parts,
	{ loc, day_type, type }: Filters,
	{ events, isWhole }: Awaited<ReturnType<typeof readCityEvents>>,
): Promise<{ event: PublicEvent; changedAt: number }[]> {
	const range = dayRange(day_type, wallClockAt(clock(), timeZone ?? 'UTC'));
	const listed = new Set(events.map(({ id }) => id));
	const missing = () =>
		sharedReads
			.knownEvents(
				({ event }) =>
					event.locId === loc &&
					!listed.has(event.id) &&
					(type === 'all' || event.type === type) &&
					event.begin !== null &&
					isWithin(event, range),
			)
			.toArray();
	if (day_type === 'future' && isWhole) {
		// The least recently used events: so each is looked up at some time.
		const doubtful = missing()
			.filter(({ isGone }) => !isGone)
			.slice(-maxChecked);
		await Promise.all(doubtful.map(({ event }) => reader.event(event.id).catch(ignoreProblem)));
	}
	return missing().filter(({ isGone, changedAt }) => isGone && changedAt > clock() - shownAsCanceledMs);
}
