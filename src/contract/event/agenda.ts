/** The sections of a city's list, day by day; in the evening, this evening first. The app shows them; the BFF preloads the first poster. */

import type { DayType } from '../spec/filters.ts';
import type { Event } from './event.ts';
import type { List } from './lists.ts';
import { compareTimes, dayRange, isLongRunning } from './times.ts';
import { type Day, dayOf, startOfDay, timeOfDay, type WallClock } from './wall-clock.ts';

/** What begins at five may last into the night. */
export const isEveningAt = (time: WallClock): boolean => timeOfDay(time) >= '17:00';

/** Whether all of the events begin in the evening. */
export const isEvening = (events: readonly Pick<Event, 'begin'>[]): boolean =>
	events.every(({ begin }) => begin !== null && isEveningAt(begin));

/** The first day of a list: what began before belongs to it. */
export function firstDay(dayType: DayType, today: Day): Day {
	const from = dayOf(dayRange(dayType, startOfDay(today)).from);
	return from < today ? today : from;
}

/** In the order in which they are shown. `further` has events of later pages, as the service lists them. */
const parts = ['tonight', 'day', 'running', 'undated', 'further'] as const;

export interface AgendaSection {
	part: (typeof parts)[number];
	/** Null for events without a day of their own. */
	day: Day | null;
	/** Each with the events that differ from it only by date. */
	entries: { event: Event; others: Event[] }[];
}

function sectionOf(event: Event, from: Day, today: Day): Pick<AgendaSection, 'part' | 'day'> {
	if (event.begin === null) return { part: 'undated', day: null };
	if (isLongRunning(event)) return { part: 'running', day: null };
	const begins = dayOf(event.begin);
	const day = begins < from ? from : begins;
	return { part: begins === today && isEvening([event]) ? 'tonight' : 'day', day };
}

const keyOf = ({ part, day }: Pick<AgendaSection, 'part' | 'day'>) => `${parts.indexOf(part)} ${day}`;

/** The evening grows as long as its day does: it may be above, but belongs to the same time. */
const timeKeyOf = ({ part, day }: Pick<AgendaSection, 'part' | 'day'>) =>
	keyOf({ part: part === 'tonight' ? 'day' : part, day });

const repetitionOf = ({ title, address, type, owner }: Event) => [title, address, type, owner?.id].join();

const isOnAnotherDate = ({ begin }: Event, { event, others }: AgendaSection['entries'][number]) =>
	begin !== null &&
	[event, ...others].every((each) => each.begin !== null && dayOf(each.begin) !== dayOf(begin));

/**
 * Sorts a list into sections. It grows at its end: an event of a later page that would be above others is one of the further
 * ones. What the service has sent decides, not what is shown of it, so that the end of an event moves no other.
 *
 * @param pages as they were sent
 * @param shown those of their events that are shown, each once
 * @param from first day of the list
 * @param isEvening whether this evening comes first, before the rest of the day
 */
export function agendaOf(
	pages: readonly Pick<List<Event>, 'items'>[],
	shown: readonly Event[],
	from: Day,
	today: Day,
	isEvening: boolean,
): AgendaSection[] {
	const left = new Map(shown.map((event) => [event.id, event]));
	const sections = new Map<string, AgendaSection>();
	const repeated = new Map<string, AgendaSection['entries'][number]>();
	let last = '';
	for (const [page, { items }] of pages.entries()) {
		for (const sent of items.toSorted(compareTimes)) {
			let section = sectionOf(sent, from, today);
			if (page > 0 && timeKeyOf(section) < last) section = { part: 'further', day: null };
			if (timeKeyOf(section) > last) last = timeKeyOf(section);
			const event = left.get(sent.id);
			if (event === undefined) continue;
			left.delete(sent.id);
			const first = repeated.get(repetitionOf(event));
			if (first !== undefined && isOnAnotherDate(event, first)) {
				first.others.push(event);
				continue;
			}
			const entry = { event, others: [] };
			repeated.set(repetitionOf(event), first ?? entry);
			const isLast = section.part === 'tonight' && !isEvening;
			const key = isLast ? `${timeKeyOf(section)} evening` : keyOf(section);
			const { entries } = sections.get(key) ?? { entries: [] };
			sections.set(key, { ...section, entries: [...entries, entry] });
		}
	}
	return [...sections].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section);
}
