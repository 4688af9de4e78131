/**
 * The choice of a city: found by typing, the first ones of the service as images, and the rest grouped by region, places
 * where nobody lives last.
 */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isCity, type Loc } from '../../../contract/event/loc.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import css from './cities-page.module.css';
import { CityFinder } from './city-finder.tsx';
import { cityQueries } from './city-queries.ts';
import { CityTiles } from './city-tiles.tsx';
import { groupCities } from './group-cities.ts';

/** Cities with an image: services list their large ones first. */
const maxTiles = 8;

export function CitiesPage() {
	const { data: cities, error, refetch } = useQuery(cityQueries.all(usePageData()));
	return (
		<div className={css.page}>
			<div className={css.top}>
				<PageHeading title={m.words_choose_city()} className={css.title} />
				{(cities !== undefined || error === null) && <CityFinder cities={cities?.filter(isCity)} />}
			</div>
			{cities ? (
				<Cities cities={cities} />
			) : (
				error && <ErrorNotice error={error} onRetry={() => void refetch()} />
			)}
		</div>
	);
}

function Cities({ cities }: { cities: readonly Loc[] }) {
	const first = cities.filter(isCity).slice(0, maxTiles);
	const { regions, others } = groupCities(cities.filter((city) => !first.includes(city)));
	return (
		<>
			<CityTiles cities={first} />
			<div className={css.groups}>
				{regions.map(({ parent, cities: inRegion }) => (
					<section key={parent} className={css.group}>
						<h2>{parent || m.app_cities()}</h2>
						<CityList cities={inRegion} />
					</section>
				))}
				{others.length > 0 && (
					<section className={css.group}>
						<h2>{m.app_other_places()}</h2>
						<CityList cities={others} />
					</section>
				)}
			</div>
		</>
	);
}

function CityList({ cities }: { cities: readonly Loc[] }) {
	return (
		<ul>
			{cities.map(({ id, uid, name }) => (
				<li key={id}>
					<Link to={pagePath.city(uid)}>
						<b>{name}</b> <span>{uid}</span>
					</Link>
				</li>
			))}
		</ul>
	);
}
