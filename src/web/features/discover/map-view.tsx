/** A city's events on a map, clustered and coloured by type, in step with the list beside it. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Loc } from '../../../contract/resources.ts';
import { addressOf, type ListFilters } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { phaseOf, useNow } from '../../i18n/now.ts';
import { usePageData } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import page from '../events/city-page.module.css';
import { EventCard } from '../events/event-card.tsx';
import type { EventView } from '../events/event-view.ts';
import { MapAttribution } from './map-attribution.tsx';
import css from './map-view.module.css';
import { discoverQueries } from './queries.ts';
import { SearchNote } from './search-results.tsx';
import { type Press, useEventMap, wantsStill } from './use-event-map.ts';
import { useSearch } from './use-search.ts';

/** Cards beside the map at first, and added by each press; the map shows all of the events. */
const step = 60;

interface MapViewProps {
	city: Loc;
	filters: ListFilters;
}

export function MapView({ city, filters }: MapViewProps) {
	const now = useNow();
	if (now === null) return null;
	return filters.q.trim() === '' ? (
		<MapOfList city={city} filters={filters} now={now} />
	) : (
		<MapOfSearch city={city} filters={filters} now={now} />
	);
}

function MapOfList({ city, filters, now }: MapViewProps & { now: string }) {
	const { data, error, refetch } = useQuery(discoverQueries.long(city.id, filters.dayType, filters.type));
	const events = useMemo(() => data?.events ?? [], [data]);
	if (error && data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	return (
		<EventMap city={city} events={events} isLoading={data === undefined} now={now}>
			{data !== undefined && data.total > events.length && (
				<p className={page.count}>{m.discover_map_partly({ count: events.length, total: data.total })}</p>
			)}
		</EventMap>
	);
}

function MapOfSearch({ city, filters, now }: MapViewProps & { now: string }) {
	const search = useSearch(city, filters, now);
	const { found, more, total } = search;
	const events = useMemo(() => found?.map(({ event }) => event) ?? [], [found]);
	if (search.error !== null) return <ErrorNotice error={search.error} onRetry={search.retry} />;
	return (
		<EventMap city={city} events={events} isLoading={found === undefined} now={now}>
			{found?.length === 0 && <p className={controls.notice}>{m.discover_none({ q: filters.q.trim() })}</p>}
			{more !== null && found !== undefined && (
				<>
					<p className={page.count}>{m.events_shown({ shown: found.length, total })}</p>
					<button type="button" className={controls.button} disabled={more.isLoading} onClick={more.load}>
						{m.events_more()}
					</button>
				</>
			)}
			<SearchNote search={search} />
		</EventMap>
	);
}

interface EventMapProps {
	city: Loc;
	events: readonly EventView[];
	isLoading: boolean;
	/** Wall clock. */
	now: string;
	/** What is to be said below the list. */
	children: ReactNode;
}

function EventMap({ city, events, isLoading, now, children }: EventMapProps) {
	const { settings } = usePageData();
	const [selected, setSelected] = useState<readonly string[]>([]);
	const [most, setMost] = useState(step);
	const cards = useRef<HTMLUListElement>(null);
	// By the minute events end, but the map must not be drawn anew for that: only when one has.
	const over = events
		.filter((event) => phaseOf(event, now) === 'over')
		.map(({ id }) => id)
		.join(' ');
	const open = useMemo(() => {
		const ids = new Set(over.split(' '));
		return events.filter(({ id }) => !ids.has(id));
	}, [events, over]);
	const placed = useMemo(() => open.filter(({ geo }) => geo !== null), [open]);
	const unplaced = open.filter(({ geo }) => geo === null);
	const onPress = ({ ids, byKeyboard }: Press) => {
		setSelected(ids);
		map.highlight(ids);
		const first = Math.min(...ids.map((id) => placed.findIndex((event) => event.id === id)));
		if (first >= most) setMost(first + 1);
		// After the card is there, which may have been beyond what was shown.
		requestAnimationFrame(() => {
			const card = cards.current?.querySelector<HTMLElement>(
				`[data-id="${CSS.escape(placed[first]?.id ?? '')}"]`,
			);
			card?.scrollIntoView({ block: 'nearest', behavior: wantsStill() ? 'instant' : 'smooth' });
			if (byKeyboard) card?.querySelector('a')?.focus({ preventScroll: true });
		});
	};
	const map = useEventMap({ events: placed, tileUrl: settings.map_tile_url, onPress });
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
									<Link to={addressOf.event(id)}>{title}</Link>
								</li>
							))}
						</ul>
					</div>
				)}
			</section>
			<section>
				<p role="status" className={page.count}>
					{isLoading ? m.app_loading() : m.events_found({ count: open.length })}
				</p>
				<ul ref={cards} className={css.list}>
					{placed.slice(0, most).map((event) => (
						<li
							key={event.id}
							data-id={event.id}
							data-selected={selected.includes(event.id) || undefined}
							onPointerEnter={() => map.highlight([event.id])}
							onFocus={() => map.highlight([event.id])}
						>
							<EventCard event={event} headingLevel={2} />
						</li>
					))}
				</ul>
				{placed.length > most && (
					<button type="button" className={controls.button} onClick={() => setMost(most + step)}>
						{m.events_more()}
					</button>
				)}
				{children}
			</section>
		</div>
	);
}
