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
import { CityFinder } from './city-finder.tsx';
import { cityQueries } from './city-queries.ts';
import tiles from './city-tiles.module.css';
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
			{cities.map((city, index) => {
				const { id, uid, name } = city;
				const { sun, houses } = skylineOf(id);
				return (
					<li key={id}>
						<a className={tiles.tile} data-type={colors[index % colors.length]} href={pathOf(uid)}>
							<svg
								viewBox={`0 0 ${skyline.width} ${skyline.height}`}
								preserveAspectRatio="xMidYMax slice"
								aria-hidden="true"
							>
								<circle cx={sun.x} cy={sun.y} r={sun.r} />
								<path d={houses} />
								<path d={houses} />
							</svg>
							<b className={tiles.name}>
								<span lang={langOf(name)}>{name}</span>
								<LatinName city={city} className={tiles.latin} />
							</b>
						</a>
					</li>
				);
			})}
		</ul>
	);
}

const skyline = { width: 160, height: 100 } as const;

/** Pseudorandom numbers from 0 to 1 (a linear congruential generator, seeded with FNV-1a). */
function numbersOf(text: string): () => number {
	let state = 0x811c9dc5;
	for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
		return (state >>> 8) / 2 ** 24;
	};
}

/** A drawing in place of a city's image, always the same for a city. */
function skylineOf(id: string) {
	const next = numbersOf(id);
	const between = (min: number, max: number) => Math.round(min + next() * (max - min));
	let houses = `M0 ${skyline.height}`;
	for (let x = 0; x < skyline.width; x += 20) {
		// Few different widths and heights, and relative commands, which compress well. Some buildings have a spire.
		houses += `V${10 * between(6, 8)}${next() < 0.3 ? 'l10-9l10 9' : 'h20'}`;
	}
	return {
		sun: { x: between(30, 130), y: between(22, 40), r: between(12, 20) },
		/** `d` attribute of a path. */
		houses: `${houses}V${skyline.height}Z`,
	};
}
