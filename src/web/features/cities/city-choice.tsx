import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isCity } from '../../../contract/event/loc.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import css from './city-choice.module.css';
import { CityFinder } from './city-finder.tsx';
import { cityQueries } from './city-queries.ts';
import { CityTiles } from './city-tiles.tsx';
import { LatinName, latinName } from './latin-name.tsx';

/** Enough for the large cities, which services list first. */
export const maxTiles = 8;

interface CityChoiceProps {
	pathOf?: (uid: string) => string;
	/** Rendered below the field. */
	children?: ReactNode;
	/** Rendered below the tiles. */
	more?: ReactNode;
}

export function CityChoice({ pathOf = pagePath.city, children, more }: CityChoiceProps) {
	const { data: cities, error, refetch } = useQuery(cityQueries.all(usePageData()));
	if (cities === undefined && error !== null)
		return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	if (cities?.length === 0) return <p role="status">{m.app_no_cities()}</p>;
	const first = cities?.filter(isCity).slice(0, maxTiles) ?? [];
	const names = new Map(cities?.map(({ uid, name }) => [uid, name]));
	const nameOf = (parent: string) =>
		names.get(parent) ?? latinName({ name: '', uid: parent }) ?? (parent || m.app_cities());
	// Other places come last.
	const rest = (cities ?? [])
		.filter((city) => !first.includes(city))
		.toSorted((a, b) => Number(isCity(b)) - Number(isCity(a)));
	const groups = Map.groupBy(rest, (city) => (isCity(city) ? nameOf(city.parent) : m.app_other_places()));
	return (
		<>
			<CityFinder cities={cities?.filter(isCity)} pathOf={pathOf} />
			{children}
			{first.length > 0 && <CityTiles cities={first} pathOf={pathOf} />}
			{more}
			<div className={css.groups}>
				{[...groups].map(([name, inRegion]) => (
					<section key={name} className={css.group}>
						<h2>{name}</h2>
						<ul>
							{inRegion.map((city) => (
								<li key={city.id}>
									<a href={pathOf(city.uid)}>
										<b lang={langOf(city.name)}>{city.name}</b>
										<LatinName city={city} />
									</a>
								</li>
							))}
						</ul>
					</section>
				))}
			</div>
		</>
	);
}
