import type { Loc } from '../../../contract/event/loc.ts';
import type { EventType } from '../../../contract/spec/filters.ts';
import { langOf } from '../../i18n/lang-of.ts';
import css from './city-tiles.module.css';
import { LatinName } from './latin-name.tsx';

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

export function CityTiles({ cities, pathOf }: { cities: readonly Loc[]; pathOf: (uid: string) => string }) {
	return (
		<ul className={css.tiles}>
			{cities.map((city, index) => {
				const { id, uid, name } = city;
				const { sun, houses } = skylineOf(id);
				return (
					<li key={id}>
						<a className={css.tile} data-type={colors[index % colors.length]} href={pathOf(uid)}>
							<svg
								viewBox={`0 0 ${skyline.width} ${skyline.height}`}
								preserveAspectRatio="xMidYMax slice"
								aria-hidden="true"
							>
								<circle cx={sun.x} cy={sun.y} r={sun.r} />
								<path d={houses} />
								<path d={houses} />
							</svg>
							<b className={css.name}>
								<span lang={langOf(name)}>{name}</span>
								<LatinName city={city} className={css.latin} />
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
