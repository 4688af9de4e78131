import type { Loc } from '../../../contract/event/loc.ts';
import type { EventType } from '../../../contract/spec/filters.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { Link } from '../../ui/link.tsx';
import css from './city-tiles.module.css';
import { LatinName } from './latin-name.tsx';
import { skyline, skylineOf } from './skyline.ts';

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
						<Link className={css.tile} data-type={colors[index % colors.length]} to={pathOf(uid)}>
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
						</Link>
					</li>
				);
			})}
		</ul>
	);
}
