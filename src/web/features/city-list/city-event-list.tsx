/** The list of a city, which grows as it is scrolled. */
import { lazy, Suspense } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { type ListFilters, pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import controls from '../../ui/controls.module.css';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { CardList } from '../event/card-list.tsx';
import { EventCard } from '../event/event-card.tsx';
import css from '../event/event-list.module.css';
import { EventListSkeleton } from '../event/event-list-skeleton.tsx';
import { dayTypeNames } from '../event/filter-names.ts';
import { ShowMore } from '../event/show-more.tsx';
import { groupEvents } from './group-events.ts';
import { useCityList } from './use-city-list.tsx';

const NothingHere = lazy(async () => ({ default: (await import('./nothing-here.tsx')).NothingHere }));

export function CityEventList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { list, events, total, goesOn, next } = useCityList(city, filters);
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
			<Section title={dayTypeNames[filters.dayType]()} hidesTitle events={onTheseDays} isTop />
			<Section title={m.events_also_running()} events={alsoRunning} isTop={onTheseDays.length === 0} />
			<Section title={m.events_further()} events={further} isTop={false} />
			{list.error && <ErrorNotice error={list.error} onRetry={() => void list.fetchNextPage()} />}
			{list.hasNextPage && !list.error && (
				<ShowMore
					isLoading={list.isFetchingNextPage}
					isAutomatic={goesOn}
					shown={events.length}
					total={total}
					nextPage={next === undefined ? null : pagePath.cityFrom(city.uid, filters, next)}
					onMore={() => void list.fetchNextPage()}
				/>
			)}
		</>
	);
}

interface SectionProps {
	title: string;
	/** Whether the title is for screen readers only, since the page says it already. */
	hidesTitle?: boolean;
	events: readonly Event[];
	/** Whether it is at the top of the page. */
	isTop: boolean;
}

function Section({ title, hidesTitle, events, isTop }: SectionProps) {
	if (events.length === 0) return null;
	return (
		<section className={css.section}>
			<h2 className={hidesTitle ? controls.hidden : undefined}>{title}</h2>
			<CardList events={events}>
				{(event, index) => (
					<EventCard event={event} Badge={OwnRelationBadge} isFirst={isTop && index === 0} />
				)}
			</CardList>
		</section>
	);
}
