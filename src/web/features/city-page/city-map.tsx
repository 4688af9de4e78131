import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Loc } from '../../../contract/event/loc.ts';
import type { Day, WallClock } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useNow } from '../../shared/now.ts';
import controls from '../../ui/controls.module.css';
import { useDayEvents } from '../city-list/day-list.tsx';
import list from '../event/event-list.module.css';
import { longListQuery } from '../event/long-list.ts';
import { MorePages } from '../event/show-more.tsx';
import { EventMap } from '../map/event-map.tsx';
import { SearchNote, useSearch } from '../search/use-search.tsx';

interface CityMapProps {
	city: Loc;
	filters: ListFilters;
}

export function CityMap({ city, filters }: CityMapProps) {
	const now = useNow();
	if (now === null) return null;
	const key = `${filters.dayType} ${filters.day} ${filters.type}`;
	if (filters.day !== null)
		return <MapOfDay key={key} city={city} filters={filters} now={now} day={filters.day} />;
	return filters.q.trim() === '' ? (
		<MapOfList key={key} city={city} filters={filters} now={now} />
	) : (
		<MapOfSearch city={city} filters={filters} now={now} />
	);
}

function MapOfList({ city, filters, now }: CityMapProps & { now: WallClock }) {
	const { data, error, refetch } = useQuery(longListQuery({ locId: city.id, ...filters }));
	if (error && data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	return (
		<EventMap city={city} events={data?.items} now={now}>
			{data?.isComplete === false && (
				<p className={list.count}>{m.discover_first_only({ count: data.items.length })}</p>
			)}
		</EventMap>
	);
}

function MapOfDay({ city, filters, now, day }: CityMapProps & { now: WallClock; day: Day }) {
	const { index, events, total } = useDayEvents(city, filters, day);
	if (index.isLoadingError) return <ErrorNotice error={index.error} onRetry={() => void index.refetch()} />;
	return (
		<EventMap city={city} events={events} now={now}>
			{events !== undefined && <MorePages query={index} shown={events.length} total={total} isAutomatic />}
		</EventMap>
	);
}

function MapOfSearch({ city, filters, now }: CityMapProps & { now: WallClock }) {
	const search = useSearch(city, filters, now);
	const { found, query, total } = search;
	const events = useMemo(() => found?.map(({ event }) => event), [found]);
	if (search.error !== null) return <ErrorNotice error={search.error} onRetry={() => void query.refetch()} />;
	return (
		<EventMap city={city} events={events} now={now}>
			{found?.length === 0 && <p className={controls.notice}>{m.discover_none({ q: filters.q.trim() })}</p>}
			{found !== undefined && <MorePages query={query} shown={found.length} total={total} />}
			<SearchNote search={search} />
		</EventMap>
	);
}
