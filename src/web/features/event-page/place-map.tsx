/** Map of an event's place. Its tiles come from a third party, so they load only after a tap. */
import { useRef, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { Button } from '../../ui/button.tsx';
import { MapAttribution } from '../map/map-attribution.tsx';
import css from './place-map.module.css';
import { type PlaceTile, tilesAround } from './place-tiles.ts';

export function PlaceMap({ event }: { event: Event }) {
	const { geo } = event;
	const { map_tile_url } = usePageData().settings;
	const box = useRef<HTMLDivElement>(null);
	const [tiles, setTiles] = useState<readonly PlaceTile[] | null>(null);
	const [isBroken, setBroken] = useState(false);
	const show = () => {
		if (geo === null || box.current === null) return;
		const { clientWidth, clientHeight } = box.current;
		setTiles(tilesAround(geo, map_tile_url, clientWidth, clientHeight));
	};
	if (geo === null) return null;
	return (
		<section className={css.place} aria-label={m.events_where()}>
			<div ref={box} className={css.map}>
				{tiles === null ? (
					<Button className={css.show} onTap={show}>
						{m.events_open_map()}
					</Button>
				) : (
					tiles.map(({ url, left, top }) => (
						<img
							key={url}
							src={url}
							alt=""
							width={256}
							height={256}
							// Maps are not mirrored in right-to-left languages.
							style={{ left: `calc(50% + ${left}px)`, top: `calc(50% + ${top}px)` }}
							// OpenStreetMap's tile servers reject requests without a Referer.
							referrerPolicy="strict-origin-when-cross-origin"
							onError={() => setBroken(true)}
						/>
					))
				)}
				{tiles !== null && <span className={css.pin} aria-hidden="true" />}
			</div>
			{isBroken && <p role="status">{m.discover_tiles_missing()}</p>}
			{tiles !== null && <MapAttribution className={css.credit} />}
		</section>
	);
}
