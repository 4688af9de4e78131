/** What is on in a city (design §8): its front page, or the list of the filters that the URL has. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Loc } from '../../../contract/event/loc.ts';
import {
	defaultFilters,
	hasFilters,
	type ListFilters,
	pagePath,
	readFilters,
} from '../../../contract/paths.ts';
import { type DayType, eventTypes } from '../../../contract/spec/filters.ts';
import { listTitle } from '../../../contract/words/list-title.ts';
import { m } from '../../i18n/generated/messages.js';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { rememberCity } from '../../shared/last-city.ts';
import { NotFoundPage } from '../../shared/not-found-page.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { cityQueries } from '../cities/city-queries.ts';
import { CityEventList } from '../city-list/city-event-list.tsx';
import { dayTypeNames, typeNames } from '../event/filter-names.ts';
import { SearchBox } from '../search/search-box.tsx';
import css from './city-page.module.css';
import { ViewSwitch } from './view-switch.tsx';

/** Both are in one chunk. */
const loadFront = () => import('../front-page/front-page.tsx');
const FrontPage = lazy(async () => ({ default: (await loadFront()).FrontPage }));
const FrontDay = lazy(async () => ({ default: (await loadFront()).FrontDay }));
const SearchResults = lazy(async () => ({
	default: (await import('../search/search-results.tsx')).SearchResults,
}));
const SortedList = lazy(async () => ({ default: (await import('../city-list/sorted-list.tsx')).SortedList }));
const CityMap = lazy(async () => ({ default: (await import('./city-map.tsx')).CityMap }));
const CalendarView = lazy(async () => ({
	default: (await import('../calendar/calendar-view.tsx')).CalendarView,
}));

/** In the order of time. */
const dayOrder: readonly DayType[] = ['today', 'tomorrow', 'weekend', 'week', 'future'];

export function CityPage() {
	const { uid = '' } = useParams();
	const { data: city, error, refetch } = useQuery(cityQueries.one(uid, usePageData()));
	if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	if (city === undefined) return <p role="status">{m.app_loading()}</p>;
	if (city === null)
		return <NotFoundPage title={m.words_city_not_found()} text={m.app_unknown_city_text({ uid })} />;
	return <KnownCity city={city} />;
}

/** What the URL names: a search, a map, a calendar, or the list. All but the list are loaded when they are needed. */
function CityEvents({ city, filters }: { city: Loc; filters: ListFilters }) {
	const key = `${filters.dayType} ${filters.type}`;
	if (filters.view === 'map') return <CityMap key={`${key} ${filters.q}`} city={city} filters={filters} />;
	if (filters.view === 'calendar') return <CalendarView city={city} filters={filters} />;
	if (filters.q.trim() !== '') return <SearchResults city={city} filters={filters} />;
	if (filters.sort !== defaultFilters.sort)
		return <SortedList key={`${key} ${filters.sort}`} city={city} filters={filters} />;
	return <CityEventList key={key} city={city} filters={filters} />;
}

function KnownCity({ city }: { city: Loc }) {
	const { search } = useLocation();
	const filters = readFilters(search);
	const isFront = !hasFilters(search);
	const { uid, name } = city;
	const day = dayTypeNames[filters.dayType]();
	useEffect(() => rememberCity({ uid, name }), [uid, name]);
	return (
		<div className={css.page}>
			<div className={css.bill}>
				<PageHeading
					title={name}
					documentTitle={isFront ? name : listTitle(name, filters, day, typeNames[filters.type]())}
					className={css.city}
				/>
				<Suspense>{isFront ? <FrontDay /> : <p className={css.day}>{day}</p>}</Suspense>
			</div>
			<SearchBox key={uid} uid={uid} filters={filters} />
			{!isFront && (
				<>
					<div className={css.filters}>
						<FilterChips
							label={m.events_when()}
							options={dayOrder}
							current={filters.dayType}
							name={(dayType) => dayTypeNames[dayType]()}
							path={(dayType, search) => pagePath.city(uid, { ...readFilters(search), dayType })}
						/>
						<FilterChips
							label={m.events_type()}
							options={eventTypes}
							current={filters.type}
							name={(type) => typeNames[type]()}
							path={(type, search) => pagePath.city(uid, { ...readFilters(search), type })}
						/>
					</div>
					<ViewSwitch city={city} filters={filters} />
				</>
			)}
			<Suspense fallback={<p role="status">{m.app_loading()}</p>}>
				{isFront ? <FrontPage city={city} /> : <CityEvents city={city} filters={filters} />}
			</Suspense>
		</div>
	);
}
