/** A city's events on one day, by default today, or up to a price, from the BFF's index. Also shown below a calendar's month. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { firstDay } from '../../../contract/event/agenda.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { isLongRunning } from '../../../contract/event/times.ts';
import { startOfDay } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useNow, useToday } from '../../shared/now.ts';
import controls from '../../ui/controls.module.css';
import { EventListSkeleton } from '../event-cards/card-list.tsx';
import { indexQueries } from '../lists/index-queries.ts';
import { useReportedCount, useReportedPrices } from '../lists/list-report.ts';
import { NearestDays } from '../lists/nearest-days.tsx';
import { MorePages } from '../lists/show-more.tsx';
import { Agenda } from './agenda.tsx';
import { WeekLink } from './nothing-here.tsx';

export function DayList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const today = useToday();
	const now = useNow() ?? startOfDay(today);
	/** Without a chosen day, a price needs the index. */
	const isRange = filters.day === null && filters.view === 'list';
	const day = filters.day ?? (isRange ? firstDay(filters.dayType, today) : today);
	const index = useInfiniteQuery(
		isRange ? indexQueries.search(city.uid, filters, now) : indexQueries.day(city.uid, filters, day),
	);
	const { events, total = 0, index: read } = index.isPlaceholderData ? {} : (index.data ?? {});
	const isReading = read?.is_reading ?? true;
	// Like a calendar's number, which leaves out what runs for weeks.
	const { running = 0 } = read ?? {};
	const counts = [
		total > running || running === 0 ? m.events_found({ count: total - running }) : '',
		running > 0 ? `${m.events_also_running()}: ${running}` : '',
	];
	useReportedPrices(events);
	useReportedCount(isReading ? m.app_loading() : counts.filter((text) => text !== '').join(' · '));
	if (index.isLoadingError) return <ErrorNotice error={index.error} onRetry={() => void index.refetch()} />;
	if (events === undefined || (isReading && events.length === 0)) return <EventListSkeleton />;
	return (
		<>
			{!isReading && (isRange ? events.length === 0 : events.every(isLongRunning)) && (
				<p role="status" className={controls.notice}>
					{isRange
						? m.events_none_title()
						: day < today
							? m.discover_day_over()
							: events.length > 0
								? m.discover_day_running()
								: m.discover_day_none()}
				</p>
			)}
			{!isReading && day >= today && <NearestDays city={city} filters={filters} found={read} />}
			{!isReading && filters.view === 'list' && events.length === 0 && (
				<WeekLink city={city} filters={filters} />
			)}
			<Agenda shown={events} from={day} />
			<MorePages query={index} shown={events.length} total={total} isAutomatic />
		</>
	);
}
