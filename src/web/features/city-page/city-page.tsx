/** A city: its front page, or the list of the filters in the URL. */
import { type ComponentType, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { isListOffered } from '../../../contract/bff-api/brand.ts';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { List } from '../../../contract/event/lists.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import {
	dayTypeOf,
	hasFilters,
	isIndexed,
	isPlainList,
	type ListFilters,
	pagePath,
	readFilters,
	unknownValues,
} from '../../../contract/paths.ts';
import { listTitle } from '../../../contract/words/list-title.ts';
import { m } from '../../i18n/messages.ts';
import { NotFoundPage } from '../../shared/not-found-page.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { usePageParams } from '../../shared/page-params.ts';
import controls from '../../ui/controls.module.css';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Link } from '../../ui/link.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { LatinName } from '../cities/latin-name.tsx';
import { WithCity } from '../cities/with-city.tsx';
import { CityEventList, CityListCount } from '../city-list/city-event-list.tsx';
import { useDayName } from '../event/day-name.tsx';
import { chosenView, hasDays, nameOfType } from '../event/filter-names.ts';
import {
	type FoundTime,
	FoundTimeProvider,
	PricesProvider,
	ResultCountProvider,
} from '../event/result-count.tsx';
import css from './city-page.module.css';
import { ListBar } from './list-bar.tsx';

/** These two components share a chunk. */
const loadFront = () => import('../front-page/front-page.tsx');
const FrontPage = lazyComponent(loadFront, 'FrontPage');
const DayOrNextEvent = lazyComponent(loadFront, 'DayOrNextEvent');
/** All views of a city's events, by kind. */
const views = {
	list: CityEventList,
	sorted: lazyComponent(() => import('../city-list/sorted-list.tsx'), 'SortedList'),
	day: lazyComponent(() => import('../city-list/day-list.tsx'), 'DayList'),
	map: lazyComponent(() => import('./city-map.tsx'), 'CityMap'),
	calendar: lazyComponent(() => import('../calendar/calendar-view.tsx'), 'CalendarView'),
};

export function CityPage() {
	const { uid = '' } = usePageParams();
	const { surfaces } = usePageData().settings.brand;
	const filters = readFilters(useLocation().search);
	if (!isListOffered(surfaces, filters)) return <NotFoundPage />;
	return <WithCity uid={uid}>{(city) => <KnownCity city={city} filters={filters} />}</WithCity>;
}

function kindOf(filters: ListFilters): keyof typeof views {
	if (filters.view !== 'list') return filters.view;
	if (filters.day !== null || filters.price !== null) return 'day';
	return isPlainList(filters) ? 'list' : 'sorted';
}

/** A different key for different filters, so that lists start again. */
const keyOf = ({ view, dayType, day, until, type, price, sort }: ListFilters) =>
	view === 'list' ? `${dayType} ${day} ${until} ${type} ${price} ${sort}` : view;

function KnownCity({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { surfaces } = usePageData().settings.brand;
	const isFront = !hasFilters(useLocation().search);
	const { uid, name } = city;
	const dayName = useDayName();
	const day = hasDays(filters) ? dayName(filters) : '';
	const list = listTitle(name, filters, day, nameOfType(filters.type));
	const free = filters.price === '0' ? m.words_free() : '';
	const tabTitle = [list, free, chosenView(filters)].filter((part) => part).join(' · ');
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
						<Icon name="search" /> <span>{m.discover_search()}</span>
					</Link>
				)}
			</div>
			{isFront ? (
				<Suspense fallback={<Loading />}>
					<FrontPage city={city} />
				</Suspense>
			) : (
				<FilteredEvents city={city} filters={filters} />
			)}
		</div>
	);
}

/** The city of the server's page if its list has prices, so that the first render has the filter. */
function firstPricedId({ loc, responses }: PageData): string | null {
	const lists = Object.values(responses) as Partial<List<Event>>[];
	const isPriced = lists.some(({ items = [] }) => items.some(({ price }) => price !== undefined));
	return isPriced ? (loc?.id ?? null) : null;
}

/** What the server renders in place of a map or a list in another order. */
function NeedsScripts({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { type } = filters;
	const list = { dayType: dayTypeOf(filters), type };
	const name = listTitle(city.name, list, useDayName()({ ...list, day: null }), nameOfType(type));
	return (
		<noscript>
			<p className={controls.notice}>
				{m.words_needs_scripts()} <a href={pagePath.city(city.uid, list)}>{name}</a>
			</p>
		</noscript>
	);
}

interface FilteredEventsProps {
	city: Loc;
	filters: ListFilters;
	/** Shows search results. */
	Found?: ComponentType<{ city: Loc; filters: ListFilters }>;
}

/** The bar with the filters, and the view that they select. */
export function FilteredEvents({ city, filters, Found }: FilteredEventsProps) {
	const [count, setCount] = useState('');
	const [time, setTime] = useState<FoundTime | null>(null);
	/** The city whose list has named prices. */
	const page = usePageData();
	const [pricedId, setPricedId] = useState(() => firstPricedId(page));
	const isFound = Found !== undefined && filters.view === 'list' && filters.q.trim() !== '';
	const kind = kindOf(filters);
	const isInBrowser = useInBrowser();
	const isServed = kind === 'list' || isIndexed(filters) || isInBrowser;
	const View = !isServed ? NeedsScripts : isFound ? Found : views[kind];
	const unknown = unknownValues(useLocation().search);
	// The server renders a page for all unknown values.
	const isShown = isInBrowser && unknown.length > 0;
	return (
		<>
			<ListBar
				city={city}
				filters={filters}
				time={time}
				hasPrices={pricedId === city.id}
				// Server-rendered for the plain list.
				count={
					kind === 'list' ? (
						<CityListCount city={city} filters={filters} />
					) : (
						filters.view !== 'calendar' && count
					)
				}
			/>
			{isShown && <p role="status">{m.events_unknown_filter({ value: unknown.join(', ') })}</p>}
			<ResultCountProvider value={setCount}>
				<FoundTimeProvider value={setTime}>
					<PricesProvider value={() => setPricedId(city.id)}>
						{/* The key shows a new view's fallback at once, because the next choice builds on its URL. */}
						<Suspense key={isFound ? 'found' : kind} fallback={<Loading />}>
							<View key={isFound ? 'found' : keyOf(filters)} city={city} filters={filters} />
						</Suspense>
					</PricesProvider>
				</FoundTimeProvider>
			</ResultCountProvider>
		</>
	);
}
