/** The bar with the filters, and the view of a city's events that they select. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useReducer } from 'react';
import { firstDay } from '../../../contract/event/agenda.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { dayTypeOf, isFromIndex, isPlainList, type ListFilters } from '../../../contract/list-filters.ts';
import { pagePath } from '../../../contract/paths.ts';
import { listTitle } from '../../../contract/words/list-title.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loading, NeedsScripts } from '../../ui/placeholders.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { CityEventList } from '../city-list/city-event-list.tsx';
import { IncludesToday } from '../event/phase-badge.tsx';
import { useDayName } from '../lists/list-names.tsx';
import { firstReport, type ListReport, ListReportProvider } from '../lists/list-report.ts';
import { FilterBar } from './filter-bar.tsx';

/** All views of a city's events, by kind. */
const views = {
	list: CityEventList,
	sorted: lazyComponent(() => import('../city-list/sorted-list.tsx'), 'SortedList'),
	day: lazyComponent(() => import('../city-list/day-list.tsx'), 'DayList'),
	map: lazyComponent(() => import('../map/city-map.tsx'), 'CityMap'),
	calendar: lazyComponent(() => import('../calendar/calendar-view.tsx'), 'CalendarView'),
};

function kindOf(filters: ListFilters): keyof typeof views {
	if (filters.view !== 'list') return filters.view;
	if (isFromIndex(filters)) return 'day';
	return isPlainList(filters) ? 'list' : 'sorted';
}

function includesToday({ view, dayType, day, until }: ListFilters, today: Day): boolean {
	if (day === null) return view === 'calendar' || firstDay(dayType, today) === today;
	return day <= today && (until ?? day) >= today;
}

const withPart = (report: ListReport, part: Partial<ListReport>): ListReport =>
	replaceEqualDeep(report, { ...report, ...part });

/** What the server renders in place of a map or a list in another order. */
function ListInstead({ city, filters }: { city: Loc; filters: ListFilters }) {
	const list = { dayType: dayTypeOf(filters), type: filters.type };
	const name = listTitle(city.name, list, useDayName()({ ...list, day: null }), (key) => m[key]());
	return (
		<NeedsScripts>
			<a href={pagePath.city(city.uid, list)}>{name}</a>
		</NeedsScripts>
	);
}

interface FilteredEventsProps {
	city: Loc;
	filters: ListFilters;
	/** Shows search results. */
	Found?: ComponentType<{ city: Loc; filters: ListFilters }>;
}

export function FilteredEvents({ city, filters, Found }: FilteredEventsProps) {
	const isFound = Found !== undefined && filters.view === 'list' && filters.q.trim() !== '';
	const kind = kindOf(filters);
	/** Other filters remount a list; maps and calendars keep their place. */
	const key = filters.view === 'list' ? pagePath.city(city.uid, filters) : kind;
	const isServed = useInBrowser(() => true, kind === 'list' || isFromIndex(filters));
	const View = !isServed ? ListInstead : isFound ? Found : views[kind];
	return (
		<WithBar city={city} filters={filters}>
			{/* A new key shows the fallback and the new filters at once, so that the next choice adds to these filters. */}
			<Suspense key={isFound ? 'found' : kind} fallback={<Loading />}>
				<View key={isFound ? 'found' : key} city={city} filters={filters} />
			</Suspense>
		</WithBar>
	);
}

/** The bar with the list below it. A report from the list re-renders only the bar. */
function WithBar({ city, filters, children }: Omit<FilteredEventsProps, 'Found'> & { children: ReactNode }) {
	const page = usePageData();
	const [{ count, ...bar }, report] = useReducer(withPart, city, ({ id }) =>
		firstReport(page.loc?.id === id ? page : { responses: {} }, filters.q.trim()),
	);
	const when = bar.time?.when;
	const days = when?.from ? { ...filters, day: when.from, until: when.to } : filters;
	const isToday = includesToday(days, useToday());
	return (
		<>
			<FilterBar city={city} filters={filters} {...bar} count={filters.view === 'calendar' ? '' : count} />
			<ListReportProvider value={report}>
				<IncludesToday value={isToday}>{children}</IncludesToday>
			</ListReportProvider>
		</>
	);
}
