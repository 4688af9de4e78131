/**
 * What a calendar shows: by the BFF's index, for any day that is listed; or, when that is not there, of the part of the
 * list that can be read.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isLongRunning } from '../../../contract/filters.ts';
import type { Loc } from '../../../contract/resources.ts';
import type { ListFilters } from '../../app/addresses.ts';
import { type EventView, readEvent } from '../events/event-view.ts';
import { countDays, eventsOn, spansOf } from './calendar-days.ts';
import { discoverQueries } from './queries.ts';

interface CalendarDays {
	/** Undefined while nothing is known. */
	counts: Readonly<Record<string, number>> | undefined;
	spans: readonly EventView[];
	/** How many events the calendar knows, where it does not know all. */
	partOf: number | null;
	/** Set when nothing can be known. */
	error: Error | null;
	retry: () => void;
}

/** @param days every day shown, in order */
export function useCalendarDays(city: Loc, filters: ListFilters, days: readonly string[]): CalendarDays {
	const [from = '', to = ''] = [days[0], days.at(-1)];
	const index = useQuery(discoverQueries.days(city.uid, filters, from, to));
	const list = useQuery({
		...discoverQueries.long(city.id, 'future', filters.type),
		enabled: index.error !== null,
	});
	const retry = () => void index.refetch();
	const spans = useMemo(() => index.data?.spans.map(readEvent) ?? [], [index.data]);
	if (index.error === null) {
		const data = index.data;
		const isPart = data !== undefined && data.indexed < data.listed;
		return { counts: data?.days, spans, partOf: isPart ? data.indexed : null, error: null, retry };
	}
	const events = list.data && wordsIn(list.data.events, filters.q);
	return {
		counts: events && countDays(days, events),
		spans: events === undefined ? [] : spansOf(events),
		partOf:
			list.data !== undefined && list.data.total > list.data.events.length ? list.data.events.length : null,
		error: list.error,
		retry,
	};
}

interface DayEvents {
	/** Undefined while nothing is known. */
	events: readonly EventView[] | undefined;
	total: number;
	more: { isLoading: boolean; load: () => void } | null;
}

/** @param day `YYYY-MM-DD` */
export function useDayEvents(city: Loc, filters: ListFilters, day: string): DayEvents {
	const index = useInfiniteQuery(discoverQueries.day(city.uid, filters, day));
	const list = useQuery({
		...discoverQueries.long(city.id, 'future', filters.type),
		enabled: index.error !== null,
	});
	const hits = useMemo(() => index.data?.pages.flatMap((page) => page.hits), [index.data]);
	const events = useMemo(() => hits?.map(({ event }) => readEvent(event)), [hits]);
	if (index.error === null) {
		return {
			events: index.isPlaceholderData ? undefined : events,
			total: index.data?.pages.at(-1)?.total ?? 0,
			more: index.hasNextPage
				? { isLoading: index.isFetchingNextPage, load: () => void index.fetchNextPage() }
				: null,
		};
	}
	const found = list.data && eventsOn(day, wordsIn(list.data.events, filters.q));
	// What runs for weeks comes after what is on that day only.
	const ordered = found?.toSorted(
		(a, b) => Number(isLongRunning(a.begin, a.end)) - Number(isLongRunning(b.begin, b.end)),
	);
	return { events: ordered, total: ordered?.length ?? 0, more: null };
}

/** Events with all of the words, in title or place. */
function wordsIn(events: readonly EventView[], q: string): readonly EventView[] {
	const words = q.trim().toLowerCase().split(/\s+/);
	return events.filter(({ title, address }) =>
		words.every((word) => `${title} ${address}`.toLowerCase().includes(word)),
	);
}
