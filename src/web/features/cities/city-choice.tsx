import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isCity, type Loc } from '../../../contract/event/loc.ts';
import { pagePath } from '../../../contract/paths.ts';
import type { EventType } from '../../../contract/spec/filters.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import css from './city-choice.module.css';
import { CityFinder, CityLinks } from './city-finder.tsx';
import { cityQueries } from './city-queries.ts';
import tiles from './city-tiles.module.css';
import { LatinName, latinName } from './latin-name.tsx';

/** Enough for the large cities, which services list first. */
export const maxTiles = 8;

interface CityChoiceProps {
	pathOf?: (uid: string) => string;
	/** Rendered below the field, unless it has text. */
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
		<CityFinder cities={cities?.filter(isCity)} pathOf={pathOf}>
			{children}
			{first.length > 0 && <CityTiles cities={first} pathOf={pathOf} />}
			{more}
			<div className={css.groups}>
				{[...groups].map(([name, inRegion]) => (
					<section key={name} className={css.group}>
						<h2>{name}</h2>
						<CityLinks cities={inRegion} pathOf={pathOf} />
					</section>
				))}
			</div>
		</CityFinder>
	);
}

/** Ordered so that neighboring tiles have distinct colors. */
const colors = [
	'exhibition',
	'travel',
	'salon',
	'drama',
	'commonweal',
	'party',
	'film',
	'music',
] as const satisfies readonly EventType[];

function CityTiles({ cities, pathOf }: { cities: readonly Loc[]; pathOf: (uid: string) => string }) {
	return (
		<ul className={tiles.tiles}>
			{cities.map((city, index) => (
				<li key={city.id}>
					<a className={tiles.tile} data-type={colors[index % colors.length]} href={pathOf(city.uid)}>
						<svg viewBox="0 0 160 100" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
							<circle cx={30 + ((index * 37) % 100)} cy="30" r="16" />
							<g transform={`translate(${-45 * index})`}>
								<path d={skyline} />
								<path d={skyline} />
							</g>
						</svg>
						<b className={tiles.name}>
							<span lang={langOf(city.name)}>{city.name}</span>
							<LatinName city={city} className={tiles.latin} />
						</b>
					</a>
				</li>
			))}
		</ul>
	);
}

/** A row of buildings, 480 wide. Each tile shows another part of it. */
const skyline =
	'M0 100V70h20V60h20V80l10-9l10 9V70h20V80h20V60l10-9l10 9V80h20V70h20V60h20V70l10-9l10 9V80h20V60h20V80l10-9l10 9V70h20V60h20V80h20V70l10-9l10 9V80h20V60h20V70h20V60l10-9l10 9V80h20V70h20V60h20V100Z';
