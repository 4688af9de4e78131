/** Calls for the lists of pages: the app makes them, unless the BFF has embedded their responses in the page. */

import { searchPageSize } from './bff-api/limits.ts';
import type { Locale } from './bff-api/preferences.ts';
import type { PageRange } from './event/lists.ts';
import { dayRange } from './event/times.ts';
import { addDays, type Day, startOfDay, type WallClock } from './event/wall-clock.ts';
import type { ListFilters } from './list-filters.ts';
import type { Relation } from './paths.ts';
import type { Call } from './spec/call.ts';
import type { RelationStatus } from './spec/filters.ts';

/** The call for a page of a person's list. */
export function personCall(
	id: string,
	relation: Relation,
	status: RelationStatus,
	range: PageRange,
): Call<'listCreatedEvents' | 'listParticipatedEvents' | 'listWishedEvents'> {
	if (relation === 'created') return { operation: 'listCreatedEvents', parameters: { id, ...range } };
	const operation = relation === 'participated' ? 'listParticipatedEvents' : 'listWishedEvents';
	return { operation, parameters: { id, status, ...range } };
}

type Filters = Pick<ListFilters, 'q' | 'type' | 'price'>;

/** @param lang decides how words that name a time are read */
const wordsOf = ({ q, type, price }: Filters, lang: Locale) => ({
	q: q.trim(),
	price: price ?? '',
	type: type === 'all' ? '' : type,
	lang: q.trim() === '' ? '' : lang,
});

const queryOf = (parameters: Readonly<Record<string, string>>) =>
	new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));

/** Query of a list from the BFF's index: `SearchResponse` in contract `bff-api/search`. */
export function searchQuery(
	filters: ListFilters,
	now: WallClock,
	lang: Locale,
	{ start, count }: PageRange,
): URLSearchParams {
	const { dayType, day, until, q, sort } = filters;
	const { from, to } = dayRange(dayType, now);
	const time =
		day === null
			? { now, from: from > now ? from : now, to: to ?? '' }
			: until === null
				? { day }
				: { from: startOfDay(day), to: startOfDay(addDays(until, 1)) };
	return queryOf({
		...wordsOf(filters, lang),
		// The best match comes first unless the person asks for the soonest.
		sort: q.trim() !== '' && sort === 'start' ? sort : '',
		...time,
		start: start === 0 ? '' : String(start),
		count: count === searchPageSize ? '' : String(count),
	});
}

export const startOfMonth = (day: Day): Day => addDays(day, 1 - Number(day.slice(8)));

/**
 * A day of the first week in a calendar of the month with this day: today in this month, since no events are listed for
 * the days before, otherwise the month's first day.
 */
export const calendarStart = (day: Day, today: Day): Day =>
	day >= today && day.slice(0, 7) === today.slice(0, 7) ? today : startOfMonth(day);

/** Query for the days that a calendar shows, with a margin because weeks may begin on any weekday. */
export function daysQuery(filters: Filters, first: Day, lang: Locale): URLSearchParams {
	return queryOf({ ...wordsOf(filters, lang), from: addDays(first, -6), to: addDays(first, 41) });
}
