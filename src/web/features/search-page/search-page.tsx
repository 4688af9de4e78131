import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { isListOffered } from '../../../contract/bff-api/brand.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { hasFilters, type ListFilters, readFilters } from '../../../contract/list-filters.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { NotFoundPage } from '../../shared/error-notice.tsx';
import { useLastCity } from '../../shared/last-city.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { usePageParams } from '../../shared/page-params.ts';
import { CityChoice } from '../cities/city-choice.tsx';
import { WithCity } from '../cities/with-city.tsx';
import css from '../city-page/city-page.module.css';
import { FilteredEvents } from '../filters/filtered-events.tsx';
import { embeddedFront, frontQuery } from '../front-page/front-query.ts';
import { TypeTiles } from '../front-page/type-tiles.tsx';
import { RecentSearches, SearchBox } from '../search/search-box.tsx';
import { SearchResults } from '../search/search-results.tsx';

export function SearchPage() {
	const { uid } = usePageParams();
	const { surfaces } = usePageData().settings.brand;
	const filters = readFilters(useLocation().search);
	if (!surfaces.includes('search') || !isListOffered(surfaces, filters)) return <NotFoundPage />;
	if (uid === undefined) return <SearchAnywhere filters={filters} />;
	return <WithCity uid={uid}>{(city) => <SearchInCity city={city} filters={filters} />}</WithCity>;
}

/** Redirects to the last city, or asks for one. */
function SearchAnywhere({ filters }: { filters: ListFilters }) {
	const last = useLastCity();
	const { hash } = useLocation();
	const pathOf = (uid: string) => pagePath.search(uid, filters.q === '' ? {} : filters);
	if (last !== null) return <Navigate to={pathOf(last.uid) + hash} replace />;
	return (
		<div className={css.page}>
			<PageHeading title={m.words_search()} className={css.city} />
			<SearchBox uid={null} filters={filters} />
			<h2>{m.words_choose_city()}</h2>
			<CityChoice pathOf={pathOf} />
		</div>
	);
}

function SearchInCity({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { search } = useLocation();
	const { uid, name } = city;
	const q = filters.q.trim();
	const title = [q, m.words_search(), name].filter((part) => part !== '').join(' · ');
	return (
		<div className={css.page}>
			<div className={css.bill}>
				<PageHeading title={m.words_search()} documentTitle={title} className={css.city} />
				<a className={css.latin} href={pagePath.city(uid)} lang={langOf(name)}>
					{name}
				</a>
			</div>
			<SearchBox uid={uid} filters={filters} />
			{!hasFilters(search) ? (
				<NothingTyped city={city} />
			) : (
				<FilteredEvents city={city} filters={filters} Found={SearchResults} />
			)}
		</div>
	);
}

function NothingTyped({ city }: { city: Loc }) {
	const embedded = embeddedFront(city, usePageData());
	const { data: front = embedded } = useQuery({
		...frontQuery(city, embedded),
		enabled: embedded === null,
		meta: { isPageContent: embedded === null },
	});
	return (
		<>
			<RecentSearches uid={city.uid} />
			<TypeTiles uid={city.uid} posters={front?.posters ?? {}} isLead />
		</>
	);
}
