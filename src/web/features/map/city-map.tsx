import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isListed } from '../../../contract/event/agenda.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { type ListFilters, needsIndex } from '../../../contract/list-filters.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useClock, useServiceNow } from '../../shared/now.ts';
import { NothingHere } from '../city-list/nothing-here.tsx';
import { longListQuery } from '../event/event-queries.ts';
import { indexQueries } from '../lists/index-queries.ts';
import { useListReport } from '../lists/list-report.ts';
import { MorePages } from '../lists/show-more.tsx';
import { SearchNote } from '../search/search-note.tsx';
import { EventMap, useLimits } from './event-map.tsx';

interface CityMapProps {
	city: Loc;
	filters: ListFilters;
}

interface MapProps extends CityMapProps {
	limits: ReturnType<typeof useLimits>;
}

export function CityMap({ city, filters }: CityMapProps) {
	/** Kept here and not in the maps below, so that other filters show the area to which the visitor has moved. */
	const limits = useLimits();
	const key = pagePath.city(city.uid, filters);
	const isSearch = filters.q.trim() !== '';
	return isSearch || needsIndex(filters) ? (
		<MapOfIndex key={isSearch ? '' : key} city={city} filters={filters} limits={limits} />
	) : (
		<MapOfList key={key} city={city} filters={filters} limits={limits} />
	);
}

function MapOfList({ city, filters, limits }: MapProps) {
	const { data, error, refetch } = useQuery(longListQuery({ locId: city.id, ...filters }));
	useListReport({ events: data?.items });
	const { dayType } = filters;
	const serviceNow = useServiceNow();
	const events = useMemo(
		() => data?.items.filter((event) => isListed(event, dayType, serviceNow)),
		[data, dayType, serviceNow],
	);
	if (error && data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	if (events?.length === 0) return <NothingHere city={city} filters={filters} />;
	return (
		<EventMap city={city} events={events} limits={limits}>
			{data?.isComplete === false && (
				<p className="count">{m.discover_first_only({ count: data.items.length })}</p>
			)}
		</EventMap>
	);
}

/** Events found by a search, or with filters that need the BFF's index. */
function MapOfIndex({ city, filters, limits }: MapProps) {
	const query = useInfiniteQuery(indexQueries.search(city.uid, filters, useClock()));
	const { data, error, isPlaceholderData } = query;
	const q = filters.q.trim();
	useListReport({ events: data?.events, found: isPlaceholderData ? null : (data?.index ?? null) });
	if (error && (data === undefined || isPlaceholderData))
		return <ErrorNotice error={error} onRetry={() => void query.refetch()} />;
	if (data?.events.length === 0 && !isPlaceholderData) {
		if (q === '') return <NothingHere city={city} filters={filters} />;
		return <p className="notice">{m.discover_none({ q })}</p>;
	}
	return (
		<EventMap city={city} events={data?.events} limits={limits}>
			{data !== undefined && (
				<>
					<MorePages query={query} shown={data.events.length} total={data.total} isAutomatic={q === ''} />
					{q !== '' && <SearchNote index={data.index} />}
				</>
			)}
		</EventMap>
	);
}
