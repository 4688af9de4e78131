/** The map with its zoom buttons, and the attribution below it. */
import type { ReactNode } from 'react';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './event-map.module.css';
import type { useEventMap } from './use-event-map.ts';

interface MapFrameProps extends ReturnType<typeof useEventMap> {
	isSmall?: boolean;
	/** Buttons at the top of the map. */
	over?: ReactNode;
	/** Further buttons below those for the zoom. */
	children?: ReactNode;
}

export function MapFrame({ ref, map, isSmall = false, over, children }: MapFrameProps) {
	return (
		<div className={css.frame} data-small={isSmall || undefined}>
			<section ref={ref} className={css.map} aria-label={m.discover_map()} data-testid="map" />
			{over && <div className={css.over}>{over}</div>}
			<div className={css.zoom}>
				<button type="button" onClick={() => map?.zoom(1)} aria-label={m.discover_zoom_in()}>
					<Icon path="M12 5v14M5 12h14" />
				</button>
				<button type="button" onClick={() => map?.zoom(-1)} aria-label={m.discover_zoom_out()}>
					<Icon path="M5 12h14" />
				</button>
				{children}
			</div>
		</div>
	);
}

/** The credit that the license of the map's tiles requires. */
export function MapAttribution() {
	const { map_attribution } = usePageData().settings;
	return (
		<p>
			{/* Most raster tiles are based on OpenStreetMap data. */}
			{map_attribution ?? (
				<>
					©{' '}
					<a href="https://www.openstreetmap.org/copyright" rel="noreferrer" target="_blank">
						OpenStreetMap
					</a>
				</>
			)}
		</p>
	);
}
