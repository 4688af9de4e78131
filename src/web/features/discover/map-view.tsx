/** A city's events on a map, clustered and coloured by type, in step with the list beside it. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Loc } from '../../../contract/resources.ts';
import { addressOf, type ListFilters } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { phaseOf, useNow } from '../../i18n/now.ts';
import { usePageData } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import page from '../events/city-page.module.css';
import { EventCard } from '../events/event-card.tsx';
import { readEvent } from '../events/event-view.ts';
import { eventQueries } from '../events/queries.ts';
import css from './map-view.module.css';
import { useEventMap } from './use-event-map.ts';

export function MapView({ city, filters }: { city: Loc; filters: ListFilters }) {
	const data = usePageData();
	const now = useNow();
	const list = useInfiniteQuery(eventQueries.list({ locId: city.id, ...filters }, data));
	const [selected, setSelected] = useState<string | null>(null);
	const events = useMemo(() => {
		const all = (list.data?.pages ?? []).flatMap((each) => each.events).map(readEvent);
		const unique = [...new Map(all.map((event) => [event.id, event])).values()];
		return unique.filter((event) => phaseOf(event, now) !== 'over');
	}, [list.data, now]);
	const placed = useMemo(() => events.filter(({ geo }) => geo !== null), [events]);
	const unplaced = events.filter(({ geo }) => geo === null);
	const map = useEventMap({
		events: placed,
		selected,
		tileUrl: data.settings.map_tile_url,
		onSelect: (id) => {
			setSelected(id);
			document.getElementById(`event-${id}`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
		},
	});

	if (list.error && list.data === undefined)
		return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
	const total = list.data?.pages.at(-1)?.total ?? 0;
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
				<p className={css.attribution}>
					©{' '}
					<a href="https://www.openstreetmap.org/copyright" rel="noreferrer" target="_blank">
						OpenStreetMap
					</a>
				</p>
				{map.tilesAreMissing && <p role="status">{m.discover_tiles_missing()}</p>}
				{unplaced.length > 0 && (
					<div className={css.unplaced}>
						<p>{m.discover_no_place({ count: unplaced.length })}</p>
						<ul>
							{unplaced.map(({ id, title }) => (
								<li key={id}>
									<a href={addressOf.event(id)}>{title}</a>
								</li>
							))}
						</ul>
					</div>
				)}
			</section>
			<section>
				<p role="status" className={page.count}>
					{list.data === undefined ? m.app_loading() : m.events_shown({ shown: events.length, total })}
				</p>
				<ul className={css.list}>
					{placed.map((event) => (
						<li
							key={event.id}
							id={`event-${event.id}`}
							data-selected={event.id === selected || undefined}
							onPointerEnter={() => map.highlight(event.id)}
							onFocus={() => map.highlight(event.id)}
						>
							<EventCard event={event} headingLevel={2} />
						</li>
					))}
				</ul>
				{list.hasNextPage && (
					<button
						type="button"
						className={controls.button}
						disabled={list.isFetchingNextPage}
						onClick={() => void list.fetchNextPage()}
					>
						{m.events_more()}
					</button>
				)}
			</section>
		</div>
	);
}
