/** The list of a city, which grows as it is scrolled. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Loc } from '../../../contract/event/loc.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/generated/messages.js';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useNow } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { EventCardSkeleton } from '../event/event-card.tsx';
import css from '../event/event-list.module.css';
import { eventQueries } from '../event/event-queries.ts';
import { dayTypeNames } from '../event/filter-names.ts';
import { shownEvents } from '../event/shown-events.ts';
import { EventSection } from './event-section.tsx';
import { groupEvents } from './group-events.ts';
import { NothingHere } from './nothing-here.tsx';
import { ShowMoreWhenNear } from './show-more-when-near.tsx';

/** Posters that are likely to be in the window at first. */
const earlyPosters = 4;
/** After so many pages in a row without anything to show, the next one is loaded only by the button: each is a call. */
const maxEmptyPages = 5;

export function CityEventList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const page = usePageData();
	const now = useNow();
	const list = useInfiniteQuery(eventQueries.list({ locId: city.id, ...filters }, page));
	if (list.error && list.data === undefined)
		return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
	if (list.data === undefined) return <Loading />;

	const { events, total, emptyPages } = shownEvents(list.data.pages, now, list.hasNextPage);
	const { onTheseDays, alsoRunning } = groupEvents(events);
	const goesOn = list.hasNextPage && !list.error && emptyPages < maxEmptyPages;
	const count = total === null ? m.events_found_so_far : m.events_found;
	return (
		<>
			{events.length === 0 && !list.hasNextPage ? (
				<NothingHere city={city} filters={filters} />
			) : (
				<p role="status" className={css.count}>
					{events.length === 0 && goesOn ? m.app_loading() : count({ count: total ?? events.length })}
				</p>
			)}
			<EventSection
				title={dayTypeNames[filters.dayType]()}
				hidesTitle
				events={onTheseDays}
				early={earlyPosters}
			/>
			<EventSection
				title={m.events_also_running()}
				events={alsoRunning}
				early={onTheseDays.length === 0 ? earlyPosters : 0}
			/>
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

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f'];

function Loading() {
	return (
		<>
			<p role="status" className={css.count}>
				{m.app_loading()}
			</p>
			<div className={css.grid}>
				{skeletons.map((each) => (
					<EventCardSkeleton key={each} />
				))}
			</div>
		</>
	);
}
