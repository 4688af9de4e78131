/** A city: its front page, or the list of the filters in the URL. */
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { isListOffered } from '../../../contract/bff-api/brand.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { hasFilters, isPlainList, type ListFilters, pagePath, readFilters } from '../../../contract/paths.ts';
import { listTitle } from '../../../contract/words/list-title.ts';
import { m } from '../../i18n/messages.ts';
import { NotFoundPage } from '../../shared/not-found-page.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Loading } from '../../ui/loading.tsx';
import { LatinName } from '../cities/latin-name.tsx';
import { WithCity } from '../cities/with-city.tsx';
import { CityEventList, CityListCount } from '../city-list/city-event-list.tsx';
import { useDayName } from '../event/day-name.tsx';
import { chosenView, hasDays, typeNames } from '../event/filter-names.ts';
import { ResultCountProvider } from '../event/result-count.tsx';
import css from './city-page.module.css';
import { ListBar } from './list-bar.tsx';

/** Both are in one chunk. */
const loadFront = () => import('../front-page/front-page.tsx');
const FrontPage = lazyComponent(loadFront, 'FrontPage');
const DayOrNextEvent = lazyComponent(loadFront, 'DayOrNextEvent');
const SortedList = lazyComponent(() => import('../city-list/sorted-list.tsx'), 'SortedList');
const DayList = lazyComponent(() => import('../city-list/day-list.tsx'), 'DayList');
const CityMap = lazyComponent(() => import('./city-map.tsx'), 'CityMap');
const CalendarView = lazyComponent(() => import('../calendar/calendar-view.tsx'), 'CalendarView');

export function CityPage() {
	const { uid = '' } = useParams();
	const { surfaces } = usePageData().settings.brand;
	const filters = readFilters(useLocation().search);
	if (!isListOffered(surfaces, filters)) return <NotFoundPage />;
	return <WithCity uid={uid}>{(city) => <KnownCity city={city} filters={filters} />}</WithCity>;
}

/** Suspense key: another view commits immediately, while its code loads, because the next choice builds on its URL. */
function kindOf(filters: ListFilters): string {
	if (filters.view !== 'list') return filters.view;
	if (filters.day !== null) return 'day';
	return isPlainList(filters) ? 'list' : 'sorted';
}

export function CityEvents({ city, filters, list }: { city: Loc; filters: ListFilters; list: ReactNode }) {
	if (filters.view === 'map') return <CityMap city={city} filters={filters} />;
	if (filters.view === 'calendar') return <CalendarView city={city} filters={filters} />;
	return list;
}

function CityList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const key = `${filters.dayType} ${filters.day} ${filters.type}`;
	if (filters.day !== null) return <DayList key={key} city={city} filters={filters} day={filters.day} />;
	if (isPlainList(filters)) return <CityEventList key={key} city={city} filters={filters} />;
	return <SortedList key={`${key} ${filters.sort}`} city={city} filters={filters} />;
}

function KnownCity({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { surfaces } = usePageData().settings.brand;
	const isFront = !hasFilters(useLocation().search);
	const [count, setCount] = useState('');
	const { uid, name } = city;
	const dayName = useDayName();
	const day = hasDays(filters) ? dayName(filters) : '';
	const list = listTitle(name, filters, day, typeNames[filters.type]());
	const tabTitle = [list, chosenView(filters)].filter((part) => part).join(' · ');
	return (
		<div className={css.page}>
			<div className={css.top} data-front={isFront || undefined}>
				<div className={css.bill}>
					<PageHeading title={name} documentTitle={isFront ? name : tabTitle} className={css.city} />
					<LatinName city={city} className={css.latin} />
					<Suspense>
						{isFront ? <DayOrNextEvent city={city} /> : day !== '' && <p className={css.day}>{day}</p>}
					</Suspense>
				</div>
				{surfaces.includes('search') && (
					<Link className={css.search} to={pagePath.searchField(uid)}>
						<Icon name="search" /> {m.discover_search()}
					</Link>
				)}
			</div>
			{!isFront && (
				<ListBar
					city={city}
					filters={filters}
					// Server-rendered for the plain list.
					count={
						isPlainList(filters) ? (
							<CityListCount city={city} filters={filters} />
						) : (
							filters.view === 'list' && count
						)
					}
				/>
			)}
			<ResultCountProvider value={setCount}>
				<Suspense key={isFront ? 'front' : kindOf(filters)} fallback={<Loading />}>
					{isFront ? (
						<FrontPage city={city} />
					) : (
						<CityEvents city={city} filters={filters} list={<CityList city={city} filters={filters} />} />
					)}
				</Suspense>
			</ResultCountProvider>
		</div>
	);
}
