/** Choosing a city: type-ahead over name and short name, grouped by region, places nobody lives in apart. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Loc } from '../../../contract/resources.ts';
import { addressOf } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { usePageData } from '../../service/page-data.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { readFlag } from '../events/event-view.ts';
import css from './cities-page.module.css';
import { groupCities } from './group-cities.ts';
import { cityQueries } from './queries.ts';

export function CitiesPage() {
	const { data: cities, error, refetch } = useQuery(cityQueries.all(usePageData()));
	const [typed, setTyped] = useState('');
	const searched = useDeferredValue(typed);
	const field = useId();

	if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	const wanted = searched.trim().toLowerCase();
	const found = cities?.filter(
		({ name, uid }) => name.toLowerCase().includes(wanted) || uid.toLowerCase().includes(wanted),
	);
	return (
		<div className={css.page}>
			<div className={css.top}>
				<PageHeading title={m.app_choose_city()} className={css.title} />
				<div className={css.search}>
					<label htmlFor={field}>{m.app_search_city()}</label>
					<input
						id={field}
						type="search"
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
						autoComplete="off"
						spellCheck={false}
					/>
				</div>
				<p role="status">
					{found === undefined ? m.app_loading() : m.app_cities_found({ count: found.length })}
				</p>
			</div>
			{found && <Groups cities={found} />}
		</div>
	);
}

function Groups({ cities }: { cities: readonly Loc[] }) {
	const { regions, others } = groupCities(cities, (city) => readFlag(city.habitable) === false);
	return (
		<div className={css.groups}>
			{regions.map(({ parent, cities: inRegion }) => (
				<section key={parent} className={css.group}>
					<h2>{parent}</h2>
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
	);
}

function CityList({ cities }: { cities: readonly Loc[] }) {
	return (
		<ul>
			{cities.map(({ id, uid, name }) => (
				<li key={id}>
					<Link to={addressOf.city(uid)}>
						<b>{name}</b> <span>{uid}</span>
					</Link>
				</li>
			))}
		</ul>
	);
}
