/** Events as markers on a Leaflet map, and the hook that keeps it in step with a component's props. */
import 'leaflet/dist/leaflet.css';
import {
	map as createMap,
	divIcon,
	type LatLngBoundsLiteral,
	type Map as LeafletMap,
	type Marker,
	marker,
	tileLayer,
} from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import type { Geo } from '../../../contract/event/fields.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useVisitorPosition } from '../../shared/visitor-position.ts';
import { useMessage } from '../../ui/message-bar.tsx';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';
import css from './event-map.module.css';
import { clusterEvents, placesOf, placesToShow, type Spot } from './map-clusters.ts';

const maxZoom = 17;
/** Whether the cards are a sheet over the map, as on phones. */
const hasSheet = () => matchMedia('(width < 60rem)').matches;
/** Initial padding around the spots. */
const edgePx = 32;
/** Padding on the side of the zoom buttons, so that they cover no spot. */
const buttonEdgePx = 76;
/** Padding at the bottom, where phones show the sheet. */
const sheetEdgePx = 240;
/** Shows about a 15-minute walk to each side on a phone. */
const walkZoom = 14;
/** One place is shown with its streets, several with the city around them. */
const fitZoom = { one: 16, several: 14 };
/** The view while there are no events. */
const start = { place: [35, 105] as [number, number], zoom: 4 };

const idsOf = ({ events }: Spot) => events.map(({ id }) => id);
const hasAny = ({ events }: Spot, ids: readonly string[]) => events.some(({ id }) => ids.includes(id));

function nameOf({ events, opensAt }: Spot): string {
	const [event] = events;
	if (events.length === 1 && event !== undefined) return event.title;
	return opensAt === null
		? m.discover_same_place({ count: events.length })
		: m.discover_cluster({ count: events.length });
}

function pinOf({ events, key }: Spot): HTMLElement {
	const pin = document.createElement('span');
	const [event] = events;
	const isOne = events.length === 1 && event !== undefined;
	pin.className = (isOne ? css.pin : css.cluster) ?? '';
	pin.dataset.spot = key;
	if (isOne) pin.dataset.type = event.type ?? 'others';
	else pin.textContent = String(events.length);
	return pin;
}

interface Listeners {
	/** Called when a place or a cluster is chosen. If a place is chosen by keyboard, its first card gets the focus. */
	onSelect(ids: readonly string[], focusesCard: boolean): void;
	/** Called on hover, with an empty list when it ends. */
	onPoint(ids: readonly string[]): void;
	/** Called when the visitor has zoomed or moved the map, with what it shows then. */
	onMoved(area: LatLngBoundsLiteral): void;
	onTilesMissing(): void;
}

interface Marks {
	/** Ids of the events whose markers are highlighted: chosen, or pointed at. */
	selected?: readonly string[] | undefined;
	pointed?: readonly string[] | undefined;
}

/**
 * Leaflet without its controls, which are HTML strings and so forbidden by Trusted Types. After a move, spots that are
 * still visible keep their markers, and thus the keyboard focus.
 */
class MarkerMap {
	readonly #map: LeafletMap;
	readonly #listeners: Listeners;
	#events: readonly Event[] = [];
	#spotsIn: ReturnType<typeof clusterEvents> = () => [];
	readonly #drawn = new Map<string, { spot: Spot; marker: Marker }>();
	#marks: Marks = {};
	/** `fitted` shows the events; `moved` is the visitor's own view. */
	#view: 'unfitted' | 'fitted' | 'moved' = 'unfitted';

	/** @param area what the map shows at first; null for the events */
	constructor(element: HTMLElement, tileUrl: string, listeners: Listeners, area: LatLngBoundsLiteral | null) {
		this.#listeners = listeners;
		this.#map = createMap(element, {
			attributionControl: false,
			zoomControl: false,
			maxZoom,
			worldCopyJump: true,
			zoomAnimation: !prefersReducedMotion(),
			fadeAnimation: !prefersReducedMotion(),
			markerZoomAnimation: !prefersReducedMotion(),
		}).setView(start.place, start.zoom);
		// Pages send no Referer, but OpenStreetMap's tile policy requires one: without it, its servers return 403.
		tileLayer(tileUrl, { maxZoom, referrerPolicy: 'strict-origin-when-cross-origin' })
			.once('tileerror', () => listeners.onTilesMissing())
			.addTo(this.#map);
		if (area !== null) {
			this.#map.fitBounds(area, { animate: false });
			this.#view = 'moved';
		}
		this.#map.on('zoomstart dragstart', () => {
			if (this.#view === 'fitted') this.#view = 'moved';
		});
		this.#map.on('moveend', () => {
			this.#draw();
			const shown = this.#map.getBounds();
			const corners = [shown.getSouthWest(), shown.getNorthEast()];
			if (this.#view === 'moved') listeners.onMoved(corners.map(({ lat, lng }) => [lat, lng]));
		});
	}

	remove(): void {
		this.#map.remove();
	}

	/** The view fits only the first events that are shown. After that, the visitor controls it. */
	show(events: readonly Event[]): void {
		this.#events = events;
		this.#spotsIn = clusterEvents(events, maxZoom);
		if (this.#view === 'unfitted') this.fit();
		this.#draw();
	}

	mark(marks: Marks): void {
		this.#marks = marks;
		const { selected = [], pointed = [] } = marks;
		for (const { spot, marker: each } of this.#drawn.values()) {
			const isChosen = idsOf(spot).every((id) => selected.includes(id));
			const isMarked = isChosen || hasAny(spot, pointed);
			const element = each.getElement();
			element?.setAttribute('aria-pressed', String(isChosen));
			element?.firstElementChild?.toggleAttribute('data-highlighted', isMarked);
			each.setZIndexOffset(isMarked ? 1_000 : 0);
		}
	}

	/** Shows most of the events (`placesToShow`). */
	fit(): void {
		// Stops a move that is under way, because its end would count as a move by the visitor.
		this.#view = 'unfitted';
		this.#map.stop();
		const places = placesToShow(this.#events);
		if (places.length === 0) return;
		const buttonsAreLeft = getComputedStyle(this.#map.getContainer()).direction === 'rtl';
		this.#map.fitBounds(places, {
			paddingTopLeft: [buttonsAreLeft ? buttonEdgePx : edgePx, edgePx],
			paddingBottomRight: [buttonsAreLeft ? edgePx : buttonEdgePx, edgePx],
			maxZoom: places.length === 1 ? fitZoom.one : fitZoom.several,
			animate: false,
		});
		this.#view = 'fitted';
	}

	zoom(step: 1 | -1): void {
		this.#map.zoomIn(step);
	}

	/** Shows the area within walking distance of a place. */
	goTo({ latitude, longitude }: Geo): void {
		this.#view = 'moved';
		this.#map.setView([latitude, longitude], Math.max(walkZoom, this.#map.getZoom()), {
			animate: !prefersReducedMotion(),
		});
	}

	/** Focuses a marker of these events, or the map. */
	focus(ids: readonly string[] = []): void {
		const shown = [...this.#drawn.values()].find(({ spot }) => hasAny(spot, ids));
		(shown?.marker.getElement() ?? this.#map.getContainer()).focus({ preventScroll: true });
	}

	/** @returns a function that removes the visitor's marker */
	addVisitor({ latitude, longitude }: Geo): () => void {
		// Without an element, Leaflet would write an empty string, which Trusted Types forbid.
		const html = document.createElement('span');
		const icon = divIcon({ html, className: css.here ?? '', iconSize: [20, 20] });
		const isBelow = { zIndexOffset: -1_000 };
		const here = marker([latitude, longitude], { icon, interactive: false, keyboard: false, ...isBelow });
		here.addTo(this.#map);
		return () => void here.remove();
	}

	#draw(): void {
		const box = this.#map.getBounds().pad(0.25);
		const spots = this.#spotsIn(
			[box.getWest(), box.getSouth(), box.getEast(), box.getNorth()],
			Math.round(this.#map.getZoom()),
		);
		const keys = new Set(spots.map(({ key }) => key));
		let hadFocus: Spot | undefined;
		for (const [key, { spot, marker: each }] of [...this.#drawn]) {
			if (keys.has(key)) continue;
			if (each.getElement() === document.activeElement) hadFocus = spot;
			each.remove();
			this.#drawn.delete(key);
		}
		for (const spot of spots) if (!this.#drawn.has(spot.key)) this.#add(spot);
		// A marker that shares events with a removed one takes over its focus.
		if (hadFocus !== undefined) this.focus(idsOf(hadFocus));
		this.mark(this.#marks);
	}

	#add(spot: Spot): void {
		const name = nameOf(spot);
		const added = marker([spot.latitude, spot.longitude], {
			icon: divIcon({ html: pinOf(spot), className: css.icon ?? '', iconSize: [44, 44] }),
			title: name,
		});
		added.on('click', () => this.#select(spot, false));
		added.on('mouseover', () => this.#listeners.onPoint(idsOf(spot)));
		added.on('mouseout', () => this.#listeners.onPoint([]));
		added.addTo(this.#map);
		const element = added.getElement();
		element?.setAttribute('aria-label', name);
		element?.addEventListener('keydown', (event) => {
			if (event.key !== 'Enter' && event.key !== ' ') return;
			event.preventDefault();
			event.stopPropagation();
			this.#select(spot, true);
		});
		this.#drawn.set(spot.key, { spot, marker: added });
	}

	#select(spot: Spot, byKeyboard: boolean): void {
		const { events, latitude, longitude, opensAt } = spot;
		this.#listeners.onSelect(idsOf(spot), byKeyboard && opensAt === null);
		if (hasSheet()) this.#map.getContainer().scrollIntoView({ block: 'nearest' });
		const edges = {
			paddingTopLeft: [edgePx, edgePx] as [number, number],
			paddingBottomRight: [edgePx, hasSheet() ? sheetEdgePx : edgePx] as [number, number],
			animate: !prefersReducedMotion(),
		};
		if (opensAt === null) this.#map.panInside([latitude, longitude], edges);
		else this.#map.fitBounds(placesOf(events), edges);
	}
}

interface Options extends Marks, Partial<Omit<Listeners, 'onTilesMissing'>> {
	/** Events with coordinates. */
	events: readonly Event[];
	/** What the map shows at first; null for the events. */
	area?: LatLngBoundsLiteral | null;
}

/** @returns the element's ref, and the map, which is null until the element is in the document */
export function useEventMap({ events, area = null, selected, pointed, ...listeners }: Options) {
	const { map_tile_url: tileUrl } = usePageData().settings;
	const position = useVisitorPosition();
	const ref = useRef<HTMLElement>(null);
	const [map, setMap] = useState<MarkerMap | null>(null);
	const showMessage = useMessage();
	const onSelect = useEffectEvent<Listeners['onSelect']>((...chosen) => listeners.onSelect?.(...chosen));
	const onPoint = useEffectEvent<Listeners['onPoint']>((ids) => listeners.onPoint?.(ids));
	const onMoved = useEffectEvent<Listeners['onMoved']>((area) => listeners.onMoved?.(area));
	const onTilesMissing = useEffectEvent(() => showMessage({ text: m.discover_tiles_missing() }));
	const firstArea = useEffectEvent(() => area);
	useEffect(() => {
		if (ref.current === null) return;
		const all = { onSelect, onPoint, onMoved, onTilesMissing };
		const created = new MarkerMap(ref.current, tileUrl, all, firstArea());
		setMap(created);
		return () => created.remove();
	}, [tileUrl]);
	useEffect(() => map?.show(events), [map, events]);
	useEffect(() => map?.mark({ selected, pointed }), [map, selected, pointed]);
	useEffect(() => (position === null ? undefined : map?.addVisitor(position)), [map, position]);
	return { ref, map };
}
