/** A city's list from the BFF's index: one day, or filters that the service lacks. Also shown below a calendar. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { firstDay } from '../../../contract/event/agenda.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { isLongRunning, listedTimes } from '../../../contract/event/times.ts';
import { dayOf } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/list-filters.ts';
import { readStart } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useClock, useFromNow, useToday } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { EventListSkeleton } from '../event-cards/event-card.tsx';
import { indexQueries } from '../lists/index-queries.ts';
import { countOf, useListReport } from '../lists/list-report.ts';
import { NearestDays } from '../lists/nearest-days.tsx';
import { MorePages } from '../lists/show-more.tsx';
import { Agenda } from './agenda.tsx';
import { NothingHere } from './nothing-here.tsx';

export function DayList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const today = useToday();
	const now = useClock();
	const isOver = useFromNow((_now, past) => filters.day !== null && filters.day < dayOf(past));
	/** Whether only a price needs the index: then the list covers the days of `dayType`. */
	const isRange = filters.day === null && filters.view === 'list';
	const day = filters.day ?? (isRange ? firstDay(filters.dayType, today) : today);
	const chosen = isRange ? filters : { ...filters, day };
	const start = readStart(useLocation().search);
	const index = useInfiniteQuery(indexQueries.search(city.uid, chosen, now, usePageData(), start));
	const { events, end, total = 0, index: read } = index.isPlaceholderData ? {} : (index.data ?? {});
	const isReading = read?.is_reading ?? true;
	const count = read === undefined ? m.app_loading() : countOf({ ...read, total }, '');
	useListReport({ count, events });
	if (index.isLoadingError) return <ErrorNotice error={index.error} onRetry={() => void index.refetch()} />;
	if (events === undefined || (isReading && events.length === 0)) return <EventListSkeleton />;
	const isNone = !isReading && events.length === 0;
	const text = isOver
		? m.discover_day_over()
		: events.length > 0
			? m.discover_day_running()
			: m.discover_day_none();
	return (
		<>
			{isNone && filters.view === 'list' ? (
				<NothingHere city={city} filters={filters} text={isRange ? undefined : text} />
			) : (
				!isReading &&
				!isRange &&
				events.every((event) => isLongRunning(listedTimes(event, now))) && (
					<p role="status" className="notice">
						{text}
					</p>
				)
			)}
			{!isReading && !isOver && <NearestDays city={city} filters={filters} found={read} />}
			<Agenda shown={events} from={day} />
			<MorePages query={index} shown={events.length} total={total} end={end} isAutomatic />
		</>
	);
}
