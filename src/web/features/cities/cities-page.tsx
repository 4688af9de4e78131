/** The choice of a city: grouped by region, places where nobody lives last, narrowed down by name or short name. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useRef, useState } from 'react';
import type { Loc } from '../../../contract/event/loc.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/generated/messages.js';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { useEarlyText } from '../../shared/use-early-text.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import css from './cities-page.module.css';
import { cityQueries } from './city-queries.ts';
import { groupCities } from './group-cities.ts';

export function CitiesPage() {
	const { data: cities, error, refetch } = useQuery(cityQueries.all(usePageData()));
	const [typed, setTyped] = useState('');
	const searched = useDeferredValue(typed);
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	useEarlyText(field, setTyped);

	if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	const wanted = searched.trim().toLowerCase();
	const found = cities?.filter(
		({ name, uid }) => name.toLowerCase().includes(wanted) || uid.toLowerCase().includes(wanted),
	);
	return (
		<div className={css.page}>
			<div className={css.top}>
				<PageHeading title={m.words_choose_city()} className={css.title} />
				<div className={css.search}>
					<label htmlFor={id}>{m.app_search_city()}</label>
					<input
						ref={field}
						id={id}
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
	const { regions, others } = groupCities(cities);
	return (
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
