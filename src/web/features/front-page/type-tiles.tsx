import type { Front } from '../../../contract/bff-api/front.ts';
import { posterSizes } from '../../../contract/bff-api/images.ts';
import { initialsOf } from '../../../contract/event/initials.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { Poster } from '../../ui/poster.tsx';
import tiles from '../cities/city-tiles.module.css';
import { nameOfType } from '../lists/list-names.tsx';
import css from './front-page.module.css';

interface TypeTilesProps {
	uid: string;
	posters: Front['posters'];
	/** Whether these are the first images of their page. */
	isLead?: boolean;
}

export function TypeTiles({ uid, posters, isLead = false }: TypeTilesProps) {
	const { types } = usePageData().settings.brand;
	const first = isLead ? types.find((type) => posters[type] !== undefined) : undefined;
	return (
		<section className={css.row}>
			<h2 className={css.head}>{m.front_types()}</h2>
			<ul className={`${tiles.tiles} ${css.tiles}`}>
				{types.map((type) => {
					const name = nameOfType(type);
					return (
						<li key={type}>
							<a
								className={`${tiles.tile} ${css.tile}`}
								data-type={type}
								href={pagePath.city(uid, { dayType: 'future', type })}
							>
								<Poster
									source={posters[type] ?? null}
									alt=""
									sizes={posterSizes.row}
									isFirst={type === first}
									type={type}
									mark={initialsOf(name)}
									day=""
								/>
								<b className={css.name}>{name}</b>
							</a>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
