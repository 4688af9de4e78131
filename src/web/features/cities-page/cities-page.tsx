/** Start page: redirects to the last city or the site's default city, else asks for one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useActionState, useState } from 'react';
import { Navigate } from 'react-router';
import { distanceInKm, middleOf } from '../../../contract/event/distance.ts';
import { isCity, type Loc } from '../../../contract/event/loc.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useHomeCity } from '../../shared/last-city.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { usePositionRequest } from '../../shared/visitor-position.ts';
import { Button } from '../../ui/button.tsx';
import { CityChoice, maxTiles } from '../cities/city-choice.tsx';
import { cityQueries } from '../cities/city-queries.ts';
import { eventQueries } from '../event/event-queries.ts';
import css from '../front-page/front-page.module.css';
import { frontQuery } from '../front-page/front-query.ts';
import { SoonestRow } from '../front-page/front-rows.tsx';
import { whenNear } from '../lists/show-more.tsx';

/** Number of cities with a row of events. */
const maxShown = 3;
const maxDistanceKm = 150;

export function HomePage() {
	// Without a city cookie, the BFF renders the city chooser, so the first render must do the same.
	const uid = useHomeCity();
	return uid === null ? <CitiesPage /> : <Navigate to={pagePath.city(uid)} replace />;
}

export function CitiesPage() {
	const { data: locs = [] } = useQuery(cityQueries.all(usePageData()));
	const cities = locs.filter(isCity).slice(0, maxTiles);
	const [first, ...others] = cities.slice(0, maxShown);
	return (
		<div className={css.home}>
			<div>
				<PageHeading title={m.words_choose_city()} className={css.welcome} />
				<p className={css.lead}>{m.words_site()}</p>
			</div>
			<CityChoice more={others.map((city) => <CityRow key={city.id} city={city} />)}>
				{cities.length > 1 && <NearestCity cities={cities} />}
				{first !== undefined && <CityRow city={first} isFirst />}
			</CityChoice>
		</div>
	);
}

function CityRow({ city, isFirst = false }: { city: Loc; isFirst?: boolean }) {
	const page = usePageData();
	const [isNear, setIsNear] = useState(isFirst);
	const { data: front } = useQuery({
		...frontQuery(city, isFirst && page.loc === null ? page.front : null),
		// The start page is complete without this row, so the server renders the page even if it is missing.
		meta: { isPageContent: false },
		enabled: isNear,
	});
	if (front !== undefined) return <SoonestRow city={city} front={front} isFirst={isFirst} />;
	return !isNear && <div ref={(place) => whenNear(place, () => setIsNear(true), '200px')} />;
}

/** Button that opens the nearest city. The visitor's position stays in the browser. */
function NearestCity({ cities }: { cities: readonly Loc[] }) {
	const { ask } = usePositionRequest();
	const client = useQueryClient();
	const page = usePageData();
	const [found, find, isPending] = useActionState(async (): Promise<Loc | 'denied' | 'unknown' | 'none'> => {
		const position = await ask();
		if (typeof position === 'string') return position;
		const distanceTo = async (city: Loc) => {
			const list = { locId: city.id, dayType: 'future', type: 'all' } as const;
			const { pages } = await client.ensureInfiniteQueryData(eventQueries.list(list, page, 0));
			const middle = middleOf(pages.flatMap(({ items }) => items).flatMap(({ geo }) => geo ?? []));
			return { city, km: middle === null ? Number.POSITIVE_INFINITY : distanceInKm(position, middle) };
		};
		const [nearest] = (await Promise.allSettled(cities.map(distanceTo)))
			.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
			.toSorted((a, b) => a.km - b.km);
		return nearest !== undefined && nearest.km <= maxDistanceKm ? nearest.city : 'none';
	}, undefined);
	if (typeof found === 'object') return <Navigate to={pagePath.city(found.uid)} />;
	const problems = {
		denied: m.discover_near_refused,
		unknown: m.front_near_unknown,
		none: m.front_near_none,
	};
	return (
		<p className="row">
			<Button onTap={() => startTransition(find)}>{m.discover_near_ask()}</Button>
			<span role="status" className={css.near}>
				{isPending ? m.discover_near_asking() : found && problems[found]()}
			</span>
		</p>
	);
}
