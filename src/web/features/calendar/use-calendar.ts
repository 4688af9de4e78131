/** What a calendar shows, from the BFF's index. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { indexQueries } from '../event/index-queries.ts';

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

/** @param from first day, @param to last day */
export function useCalendarDays(
	city: Loc,
	filters: ListFilters,
	{ from, to }: { from: Day; to: Day },
): CalendarDays {
	const index = useQuery(indexQueries.days(city.uid, filters, from, to));
	const { days: counts, spans = [], indexed = 0, listed = 0 } = index.data ?? {};
	return {
		counts,
		spans,
		partOf: indexed < listed ? indexed : null,
		error: counts === undefined ? index.error : null,
		retry: () => void index.refetch(),
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
	const events = useMemo(
		() => index.data?.pages.flatMap(({ hits }) => hits.map(({ event }) => event)),
		[index.data],
	);
	return {
		events: index.isPlaceholderData ? undefined : events,
		total: index.data?.pages.at(-1)?.total ?? 0,
		more: index.hasNextPage
			? { isLoading: index.isFetchingNextPage, load: () => void index.fetchNextPage() }
			: null,
	};
}
