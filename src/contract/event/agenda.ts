/** Sections of a city's list by day. The app renders them; the BFF preloads the first poster. */

import type { DayType } from '../spec/filters.ts';
import type { Event } from './event.ts';
import type { List } from './lists.ts';
import {
	compareTimes,
	dayRange,
	type EventTimes,
	eveningHour,
	isClosedForToday,
	isLongRunning,
	isNightBefore,
	isWithin,
	listedTimes,
} from './times.ts';
import { type Day, dayOf, startOfDay, type WallClock } from './wall-clock.ts';

export const isEveningAt = (time: WallClock): boolean => Number(time.slice(11, 13)) >= eveningHour;

/** Whether all of these events start in the evening. */
export const isEvening = (events: readonly Pick<Event, 'begin'>[]): boolean =>
	events.every(({ begin }) => begin !== null && isEveningAt(begin));

/** The first day of a list. Events that started earlier are listed under it. */
export function firstDay(dayType: DayType, today: Day): Day {
	const from = dayOf(dayRange(dayType, startOfDay(today)).from);
	return from < today ? today : from;
}

/**
 * Whether a list shows an event. The list of today leaves out events that have closed for today; a list that starts
 * after today leaves out events of the night before.
 * @param now null if unknown: shows what the service lists
 */
export function isListed(event: EventTimes, dayType: DayType, now: WallClock | null): boolean {
	if (now === null) return true;
	if (dayType === 'today') return !isClosedForToday(event, now);
	const today = dayOf(now);
	const from = firstDay(dayType, today);
	return from <= today || !isNightBefore(event, startOfDay(from));
}

/**
 * In display order. `listed` holds all events of a list that is not sent day by day; `further` holds events of later
 * pages that would belong above earlier ones.
 */
const parts = ['listed', 'tonight', 'day', 'running', 'undated', 'further'] as const;

/** A page of the service's list, or a whole list, which has neither `sent` nor `total`. */
export type AgendaPage = Pick<List<Event>, 'items'> & Partial<List<Event>>;

export interface AgendaSection {
	part: (typeof parts)[number];
	/** Null except for the parts `tonight` and `day`. */
	day: Day | null;
	/** Each event, with the other events that differ only by date. */
	entries: { event: Event; others: Event[] }[];
}

function sectionOf(
	event: Event,
	from: Day,
	today: Day,
	hasTonight: boolean,
): Pick<AgendaSection, 'part' | 'day'> {
	if (event.begin === null) return { part: 'undated', day: null };
	if (isLongRunning(listedTimes(event, startOfDay(today)))) return { part: 'running', day: null };
	const begins = dayOf(event.begin);
	// Events may end before the first day: a service's weekend may begin on Friday (gap register, `day-type`).
	const day = begins < from && isWithin(event, { from: startOfDay(from), to: null }) ? from : begins;
	return {
		part: hasTonight && begins === day && day === today && isEvening([event]) ? 'tonight' : 'day',
		day,
	};
}

const keyOf = ({ part, day }: Pick<AgendaSection, 'part' | 'day'>) => `${parts.indexOf(part)} ${day}`;

/** "Tonight" may be displayed above its day, but counts as that day when positions are compared. */
const timeKeyOf = ({ part, day }: Pick<AgendaSection, 'part' | 'day'>) =>
	keyOf({ part: part === 'tonight' ? 'day' : part, day });

const repetitionOf = ({ title, address, type, owner }: Event) => [title, address, type, owner?.id].join();

const isOnAnotherDate = ({ begin }: Event, { event, others }: AgendaSection['entries'][number]) =>
	begin !== null &&
	[event, ...others].every((each) => each.begin !== null && dayOf(each.begin) !== dayOf(begin));

/**
 * Whether a page is a whole list, or is sent day by day (gap register, `order`). Otherwise, days that continue on later
 * pages would seem complete. Events that began earlier or run for weeks may be anywhere.
 */
function hasDays({ items, sent, total }: AgendaPage, from: Day, today: Day): boolean {
	const days = items.flatMap((event) => {
		const day = event.begin === null ? '' : dayOf(event.begin);
		return day < from || isLongRunning(listedTimes(event, startOfDay(today))) ? [] : day;
	});
	return sent === total || `${days}` === `${days.toSorted()}`;
}

/**
 * Sorts a list into sections, by day if its first page `hasDays`. The list only grows at its end: an event of a later
 * page that would belong above earlier ones goes into `further`. To decide this, compares with all events sent, not only
 * those shown, so that no event moves when another one ends.
 *
 * @param shown events of these pages to show, each once
 * @param isEvening whether tonight's events come first, before the rest of the day. If null, they are not separate
 */
export function agendaOf(
	pages: readonly AgendaPage[],
	shown: readonly Event[],
	from: Day,
	today: Day,
	isEvening: boolean | null,
): AgendaSection[] {
	const left = new Map(shown.map((event) => [event.id, event]));
	const sections = new Map<string, AgendaSection>();
	const repeated = new Map<string, AgendaSection['entries'][number]>();
	const [first] = pages;
	const isByDay = first === undefined || hasDays(first, from, today);
	let last = '';
	for (const [page, { items }] of pages.entries()) {
		for (const sent of isByDay ? items.toSorted(compareTimes) : items) {
			let section: ReturnType<typeof sectionOf> = { part: 'listed', day: null };
			if (isByDay) section = sectionOf(sent, from, today, isEvening !== null);
			if (page > 0 && timeKeyOf(section) < last) section = { part: 'further', day: null };
			if (timeKeyOf(section) > last) last = timeKeyOf(section);
			const event = left.get(sent.id);
			if (event === undefined) continue;
			left.delete(sent.id);
			const same = repeated.get(repetitionOf(event));
			if (same !== undefined && isOnAnotherDate(event, same)) {
				same.others.push(event);
				continue;
			}
			const entry = { event, others: [] };
			repeated.set(repetitionOf(event), same ?? entry);
			const isLast = section.part === 'tonight' && !isEvening;
			const key = isLast ? `${timeKeyOf(section)} evening` : keyOf(section);
			const { entries } = sections.get(key) ?? { entries: [] };
			sections.set(key, { ...section, entries: [...entries, entry] });
		}
	}
	return [...sections].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section);
}
