/** What is on in a city (design §8): the address holds day_type and type, the list follows it. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { type dayTypes, eventTypes } from '../../../contract/filters.ts';
import type { Loc } from '../../../contract/resources.ts';
import { addressOf, defaultFilters, type ListFilters, readFilters } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { usePageData } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import { PageHeading } from '../../ui/page-heading.tsx';
import { rememberCity } from '../cities/last-city.ts';
import { cityQueries } from '../cities/queries.ts';
import { SearchBox } from '../discover/search-box.tsx';
import { ViewSwitch } from '../discover/view-switch.tsx';
import { CityEventList } from './city-event-list.tsx';
import css from './city-page.module.css';
import { dayTypeWords, typeWords } from './event-words.ts';
import { FilterChips } from './filter-chips.tsx';

const SearchResults = lazy(async () => ({
	default: (await import('../discover/search-results.tsx')).SearchResults,
}));
const SortedList = lazy(async () => ({ default: (await import('../discover/sorted-list.tsx')).SortedList }));
const MapView = lazy(async () => ({ default: (await import('../discover/map-view.tsx')).MapView }));
const CalendarView = lazy(async () => ({
	default: (await import('../discover/calendar-view.tsx')).CalendarView,
}));

/** In the order in which people think of days. */
const dayOrder = [
	'today',
	'tomorrow',
	'weekend',
	'week',
	'future',
] as const satisfies readonly (typeof dayTypes)[number][];

export function CityPage() {
	const { uid = '' } = useParams();
	const { data: city, error, refetch } = useQuery(cityQueries.one(uid, usePageData()));
	if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	if (city === undefined) return <p role="status">{m.app_loading()}</p>;
	return city === null ? <UnknownCity uid={uid} /> : <KnownCity city={city} />;
}

function UnknownCity({ uid }: { uid: string }) {
	return (
		<div className={controls.notice}>
			<PageHeading title={m.app_unknown_city_title()} />
			<p>{m.app_unknown_city_text({ uid })}</p>
			<Link className={controls.button} to="/cities">
				{m.app_choose_city()}
			</Link>
		</div>
	);
}

/** What the address asks for: a search, a map, a calendar, or the list; all but the list come when they are wanted. */
function CityEvents({ city, filters }: { city: Loc; filters: ListFilters }) {
	const key = `${filters.dayType} ${filters.type}`;
	if (filters.view === 'map') return <MapView key={`${key} ${filters.q}`} city={city} filters={filters} />;
	if (filters.view === 'calendar') return <CalendarView city={city} filters={filters} />;
	if (filters.q.trim() !== '') return <SearchResults city={city} filters={filters} />;
	if (filters.sort !== defaultFilters.sort)
		return <SortedList key={`${key} ${filters.sort}`} city={city} filters={filters} />;
	return <CityEventList key={key} city={city} filters={filters} />;
}

function KnownCity({ city }: { city: Loc }) {
	const [query] = useSearchParams();
	const filters = readFilters(query);
	const { uid, name } = city;
	useEffect(() => rememberCity({ uid, name }), [uid, name]);
	return (
		<div className={css.page}>
			<div className={css.bill}>
				<PageHeading title={name} className={css.city} />
				<p className={css.day}>{dayTypeWords[filters.dayType]()}</p>
			</div>
			<SearchBox key={uid} uid={uid} filters={filters} />
			<div className={css.filters}>
				<FilterChips
					label={m.events_when_filter()}
					options={dayOrder}
					current={filters.dayType}
					name={(dayType) => dayTypeWords[dayType]()}
					address={(dayType, search) => addressOf.city(uid, { ...readFilters(search), dayType })}
				/>
				<FilterChips
					label={m.events_type_filter()}
					options={eventTypes}
					current={filters.type}
					name={(type) => typeWords[type]()}
					address={(type, search) => addressOf.city(uid, { ...readFilters(search), type })}
				/>
			</div>
			<ViewSwitch uid={uid} filters={filters} />
			<Suspense fallback={<p role="status">{m.app_loading()}</p>}>
				<CityEvents city={city} filters={filters} />
			</Suspense>
		</div>
	);
}
