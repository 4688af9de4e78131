/** A city's list in the service's order, with infinite scrolling. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { firstDay, isListed } from '../../../contract/event/agenda.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { type ListFilters, readStart } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { usePastTime, useServiceNow, useToday } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { ChangingText } from '../../ui/changing-text.tsx';
import { lazyPart } from '../../ui/lazy-component.tsx';
import { eventQueries } from '../event/event-queries.ts';
import { EventListSkeleton } from '../event-cards/event-card.tsx';
import { useListReport } from '../lists/list-report.ts';
import { MorePages } from '../lists/show-more.tsx';
import { shownEvents } from '../lists/shown-events.ts';
import { Agenda } from './agenda.tsx';

const NothingHere = lazyPart(() => import('./nothing-here.tsx'), 'NothingHere');

/** Each page costs an API call, so after this many, loading takes a tap, even if they only had events that are over. */
const maxAutomaticPages = 10;

function useCityList(city: Loc, filters: ListFilters) {
	const past = usePastTime();
	const first = readStart(useLocation().search);
	const list = useInfiniteQuery(eventQueries.list({ locId: city.id, ...filters }, usePageData(), first));
	const now = useServiceNow();
	const { pages = [] } = list.data ?? {};
	const shown = shownEvents(pages, past, list.hasNextPage, (event) => isListed(event, filters.dayType, now));
	/** Whether more is loaded automatically. */
	const goesOn = list.hasNextPage && !list.error && pages.length < maxAutomaticPages;
	return { list, ...shown, goesOn };
}

/** Number of events. Renders nothing for an empty list, which has its own message. */
export function CityListCount({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { list, events, total, goesOn } = useCityList(city, filters);
	if (list.data === undefined ? !list.error : events.length === 0 && goesOn)
		return <ChangingText text={m.app_loading()} />;
	if (events.length === 0) return null;
	const count = total === null ? m.events_found_so_far : m.events_found;
	return <ChangingText text={count({ count: total ?? events.length })} />;
}

export function CityEventList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { list, events, total, goesOn } = useCityList(city, filters);
	const today = useToday();
	useListReport({ events });
	if (list.isLoadingError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
	if (list.data === undefined) return <EventListSkeleton />;

	return (
		<>
			{events.length === 0 && !list.hasNextPage && <NothingHere city={city} filters={filters} />}
			<Agenda pages={list.data.pages} shown={events} from={firstDay(filters.dayType, today)} />
			<MorePages query={list} isAutomatic={goesOn} shown={events.length} total={total} end={list.data.end} />
		</>
	);
}
