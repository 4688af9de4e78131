/** A city's list in the service's order, with infinite scrolling. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { firstDay, isListed } from '../../../contract/event/agenda.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import type { ListFilters } from '../../../contract/list-filters.ts';
import { readStart } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { usePastTime, useServiceNow, useToday } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { lazyPart } from '../../ui/lazy-component.tsx';
import { eventQueries } from '../event/event-queries.ts';
import { EventListSkeleton } from '../event-cards/event-card.tsx';
import { countOfList, useListReport } from '../lists/list-report.ts';
import { MorePages } from '../lists/show-more.tsx';
import { shownEvents } from '../lists/shown-events.ts';
import { Agenda } from './agenda.tsx';

const NothingHere = lazyPart(() => import('./nothing-here.tsx'), 'NothingHere');

/** Each page costs an API call. After this many, more is loaded only on a tap, even if all events so far are over. */
const maxAutomaticPages = 10;

export function CityEventList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const past = usePastTime();
	const now = useServiceNow();
	const today = useToday();
	const first = readStart(useLocation().search);
	const list = useInfiniteQuery(eventQueries.list({ locId: city.id, ...filters }, usePageData(), first));
	const { pages = [] } = list.data ?? {};
	const { events, total } = shownEvents(pages, past, list.hasNextPage, (event) =>
		isListed(event, filters.dayType, now),
	);
	/** Whether more is loaded automatically. */
	const goesOn = list.hasNextPage && !list.error && pages.length < maxAutomaticPages;
	const isLoading = list.data === undefined ? !list.error : events.length === 0 && goesOn;
	useListReport({ count: isLoading ? m.app_loading() : countOfList(events.length, total), events });
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
