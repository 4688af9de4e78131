/** The list of a city, which grows as it is scrolled. */
import { lazy, Suspense } from 'react';
import type { Loc } from '../../../contract/event/loc.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { EventListSkeleton } from '../event/event-list-skeleton.tsx';
import { dayTypeNames } from '../event/filter-names.ts';
import { EventSection } from './event-section.tsx';
import { groupEvents } from './group-events.ts';
import { ShowMoreWhenNear } from './show-more-when-near.tsx';
import { useCityList } from './use-city-list.tsx';

const NothingHere = lazy(async () => ({ default: (await import('./nothing-here.tsx')).NothingHere }));

export function CityEventList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { list, events, total, goesOn } = useCityList(city, filters);
	if (list.error && list.data === undefined)
		return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
	if (list.data === undefined) return <EventListSkeleton />;

	const { onTheseDays, alsoRunning, further } = groupEvents(list.data.pages, events);
	return (
		<>
			{events.length === 0 && !list.hasNextPage && (
				<Suspense>
					<NothingHere city={city} filters={filters} />
				</Suspense>
			)}
			<EventSection title={dayTypeNames[filters.dayType]()} hidesTitle events={onTheseDays} isTop />
			<EventSection title={m.events_also_running()} events={alsoRunning} isTop={onTheseDays.length === 0} />
			<EventSection title={m.events_further()} events={further} isTop={false} />
			{list.error && <ErrorNotice error={list.error} onRetry={() => void list.fetchNextPage()} />}
			{list.hasNextPage && !list.error && (
				<ShowMoreWhenNear
					pages={list.data.pages.length}
					isLoading={list.isFetchingNextPage}
					isAutomatic={goesOn}
					shown={events.length}
					total={total}
					onMore={() => void list.fetchNextPage()}
				/>
			)}
		</>
	);
}
