/**
 * A city's events by day, and the list of the chosen day. Events come from the BFF's index, because the service's
 * `day_type` doesn't cover days after tomorrow.
 */
import { useQuery } from '@tanstack/react-query';
import type { Loc } from '../../../contract/event/loc.ts';
import { calendarStart } from '../../../contract/list-calls.ts';
import type { ListFilters } from '../../../contract/list-filters.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { DayList } from '../city-list/day-list.tsx';
import { indexQueries } from '../lists/index-queries.ts';
import { CalendarFrame, useCalendarDays } from './calendar-frame.tsx';

export function CalendarView({ city, filters }: { city: Loc; filters: ListFilters }) {
	const shown = useCalendarDays(calendarStart);
	const { day, first } = shown;
	const index = useQuery(indexQueries.days(city.uid, filters, first, usePageData()));
	const { days: counts, spans: bars = [], indexed = 0, listed = 0 } = index.data ?? {};
	/** Placeholder data is another month's, which has no counts for these days. */
	const isReading = index.isPlaceholderData || (index.data?.is_reading ?? true);
	if (index.isLoadingError) return <ErrorNotice error={index.error} onRetry={() => void index.refetch()} />;
	return (
		<CalendarFrame {...{ shown, counts, isReading, bars }}>
			<p className="count">{m.discover_counts_short()}</p>
			{!isReading && indexed < listed && <p className="count">{m.discover_first_only({ count: indexed })}</p>}
			<p role="status" className="count">
				{isReading
					? m.app_loading()
					: (counts?.[day] ?? 0) > 0 && m.events_found({ count: counts?.[day] ?? 0 })}
			</p>
			<DayList key={day} city={city} filters={filters} />
		</CalendarFrame>
	);
}
