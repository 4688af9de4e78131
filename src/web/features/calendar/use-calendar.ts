/** What a calendar shows: from the BFF's index, or, when that cannot be reached, from the part of the list that can be read. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { compareTimes } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { hasWords, wordsOf } from '../event/has-words.ts';
import { indexQueries } from '../event/index-queries.ts';
import { longListQuery } from '../event/long-list.ts';
import { countDays, eventsOn, spansOf } from './calendar-days.ts';

interface CalendarDays {
	/** Undefined while nothing is known. */
	counts: Readonly<Record<Day, number>> | undefined;
	spans: readonly Event[];
	/** Number of events that the calendar knows, where it does not know all. */
	partOf: number | null;
	/** Set when nothing can be known. */
	error: Error | null;
	retry: () => void;
}

/** Stands in for the index. */
const listOf = (city: Loc, { type }: ListFilters) =>
	longListQuery({ locId: city.id, dayType: 'future', type });

/** @param from first day, @param to last day, @param days all of them */
export function useCalendarDays(
	city: Loc,
	filters: ListFilters,
	{ from, to, days }: { from: Day; to: Day; days: readonly Day[] },
): CalendarDays {
	const index = useQuery(indexQueries.days(city.uid, filters, from, to));
	const list = useQuery({ ...listOf(city, filters), enabled: index.error !== null });
	const retry = () => void index.refetch();
	if (index.error === null) {
		const { days: counts, spans = [], indexed = 0, listed = 0 } = index.data ?? {};
		return { counts, spans, partOf: indexed < listed ? indexed : null, error: null, retry };
	}
	const events = list.data && withWords(list.data.events, filters.q);
	return {
		counts: events && countDays(days, events),
		spans: events === undefined ? [] : spansOf(events),
		partOf: list.data?.isComplete === false ? list.data.events.length : null,
		error: list.error,
		retry,
	};
}

interface DayEvents {
	/** Undefined while nothing is known. */
	events: readonly Event[] | undefined;
	total: number;
	more: { isLoading: boolean; load: () => void } | null;
}

export function useDayEvents(city: Loc, filters: ListFilters, day: Day): DayEvents {
	const index = useInfiniteQuery(indexQueries.day(city.uid, filters, day));
	const list = useQuery({ ...listOf(city, filters), enabled: index.error !== null });
	const events = useMemo(
		() => index.data?.pages.flatMap(({ hits }) => hits.map(({ event }) => event)),
		[index.data],
	);
	if (index.error === null) {
		return {
			events: index.isPlaceholderData ? undefined : events,
			total: index.data?.pages.at(-1)?.total ?? 0,
			more: index.hasNextPage
				? { isLoading: index.isFetchingNextPage, load: () => void index.fetchNextPage() }
				: null,
		};
	}
	const found = list.data && eventsOn(day, withWords(list.data.events, filters.q)).toSorted(compareTimes);
	return { events: found, total: found?.length ?? 0, more: null };
}

const withWords = (events: readonly Event[], q: string) =>
	events.filter((event) => hasWords(event, wordsOf(q)));
