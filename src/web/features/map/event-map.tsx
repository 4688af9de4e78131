/** Events on a map, clustered and coloured by type, in step with the list beside it. */

import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Event } from '../../../contract/event/event.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { phaseOf } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import controls from '../../ui/controls.module.css';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { EventCard } from '../event/event-card.tsx';
import list from '../event/event-list.module.css';
import css from './event-map.module.css';
import { MapAttribution } from './map-attribution.tsx';
import { type MapSelection, useEventMap } from './use-event-map.ts';

/** Number of cards beside the map at first, and added by each tap; the map shows all events. */
const step = 60;

const none: readonly Event[] = [];

interface EventMapProps {
	city: Loc;
	/** Undefined while they are loading. The same array as long as the events are the same. */
	events: readonly Event[] | undefined;
	now: WallClock;
	/** Shown below the list. */
	children: ReactNode;
}

export function EventMap({ city, events = none, now, children }: EventMapProps) {
	const { settings } = usePageData();
	const [selected, setSelected] = useState<readonly string[]>([]);
	const [max, setMax] = useState(step);
	const cards = useRef<HTMLUListElement>(null);
	// Time passes all the time, but the map is drawn again only when an event has ended.
	const over = JSON.stringify(events.filter((event) => phaseOf(event, now) === 'over').map(({ id }) => id));
	const open = useMemo(() => {
		const ids = new Set<unknown>(JSON.parse(over));
		return events.filter(({ id }) => !ids.has(id));
	}, [events, over]);
	const placed = useMemo(() => open.filter(({ geo }) => geo !== null), [open]);
	const unplaced = open.filter(({ geo }) => geo === null);
	const onSelect = ({ ids, byKeyboard }: MapSelection) => {
		setSelected(ids);
		map.highlight(ids);
		const first = Math.min(...ids.map((id) => placed.findIndex((event) => event.id === id)));
		if (first >= max) setMax(first + 1);
		// In the next frame the card exists, even if it was beyond the last one shown.
		requestAnimationFrame(() => {
			const card = cards.current?.querySelector<HTMLElement>(
				`[data-id="${CSS.escape(placed[first]?.id ?? '')}"]`,
			);
			card?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
			if (byKeyboard) card?.querySelector('a')?.focus({ preventScroll: true });
		});
	};
	const map = useEventMap({ events: placed, tileUrl: settings.map_tile_url, onSelect });
	return (
		<div className={css.split}>
			<section className={css.side} aria-label={m.discover_map_of({ city: city.name })}>
				<div className={css.frame}>
					<div ref={map.ref} className={css.map} data-testid="map" />
					<div className={css.zoom}>
						<button type="button" onClick={map.zoomIn} aria-label={m.discover_zoom_in()}>
							+
						</button>
						<button type="button" onClick={map.zoomOut} aria-label={m.discover_zoom_out()}>
							−
						</button>
					</div>
				</div>
				<MapAttribution className={css.attribution} />
				{map.tilesAreMissing && <p role="status">{m.discover_tiles_missing()}</p>}
				<p role="status" className={controls.hidden}>
					{selected.length > 0 && m.discover_selected({ count: selected.length })}
				</p>
				{unplaced.length > 0 && (
					<div className={css.unplaced}>
						<p>{m.discover_no_place({ count: unplaced.length })}</p>
						<ul>
							{unplaced.map(({ id, title }) => (
								<li key={id}>
									<Link to={pagePath.event(id)}>{title}</Link>
								</li>
							))}
						</ul>
					</div>
				)}
			</section>
			<section>
				<p role="status" className={list.count}>
					{events === none ? m.app_loading() : m.events_found({ count: open.length })}
				</p>
				<ul ref={cards} className={css.list}>
					{placed.slice(0, max).map((event) => (
						<li
							key={event.id}
							data-id={event.id}
							data-selected={selected.includes(event.id) || undefined}
							onPointerEnter={() => map.highlight([event.id])}
							onFocus={() => map.highlight([event.id])}
						>
							<EventCard event={event} Badge={OwnRelationBadge} headingLevel={2} />
						</li>
					))}
				</ul>
				{placed.length > max && (
					<button type="button" className={controls.button} onClick={() => setMax(max + step)}>
						{m.events_more()}
					</button>
				)}
				{children}
			</section>
		</div>
	);
}
