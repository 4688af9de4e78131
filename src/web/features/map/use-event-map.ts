/**
 * Leaflet without its controls, which are HTML strings and so forbidden by Trusted Types. Visible spots keep their marker
 * after a move, and thus the keyboard focus.
 */
import 'leaflet/dist/leaflet.css';
import {
	map as createMap,
	divIcon,
	type LatLngBounds,
	type LayerGroup,
	type Map as LeafletMap,
	layerGroup,
	type Marker,
	marker,
	tileLayer,
} from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import type { Geo } from '../../../contract/event/fields.ts';
import { m } from '../../i18n/messages.ts';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';
import css from './event-map.module.css';
import { type Box, clusterEvents, longitudeNear, placesToShow, type Spot } from './map-clusters.ts';

interface Options {
	/** Events with coordinates. */
	events: readonly Event[];
	/** The visitor's position, if known. */
	position: Geo | null;
	tileUrl: string;
	/** Called when a single event is chosen, or all events at one place; by keyboard, the focus moves to its card. */
	onSelect: (ids: readonly string[], byKeyboard: boolean) => void;
	/** Called on hover, with an empty list when it ends. */
	onHover: (ids: readonly string[]) => void;
	/** Called when the visitor has moved the map, by hand or with a button. */
	onMoved: () => void;
}

const maxZoom = 17;
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
/** View until there are events. */
const start = { place: [35, 105] as [number, number], zoom: 4 };

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

interface Drawn {
	spot: Spot;
	marker: Marker;
}

/** The marker that takes over a removed marker's focus, because they share events. */
function successor(gone: Spot, drawn: Iterable<Drawn>): HTMLElement | undefined {
	const ids = new Set(gone.events.map(({ id }) => id));
	for (const { spot, marker: each } of drawn)
		if (spot.events.some(({ id }) => ids.has(id))) return each.getElement();
	return undefined;
}

function showHighlights(drawn: Iterable<Drawn>, ids: readonly string[]): void {
	for (const { spot, marker: each } of drawn) {
		const isMarked = spot.events.some(({ id }) => ids.includes(id));
		each.getElement()?.firstElementChild?.toggleAttribute('data-highlighted', isMarked);
		each.setZIndexOffset(isMarked ? 1_000 : 0);
	}
}

const boxOf = (bounds: LatLngBounds): Box => [
	bounds.getWest(),
	bounds.getSouth(),
	bounds.getEast(),
	bounds.getNorth(),
];

export type EventMapControls = ReturnType<typeof useEventMap>;

export function useEventMap({ events, position, tileUrl, ...callbacks }: Options) {
	const ref = useRef<HTMLDivElement>(null);
	const map = useRef<LeafletMap | null>(null);
	const layer = useRef<LayerGroup | null>(null);
	const drawn = useRef(new Map<string, Drawn>());
	const highlighted = useRef<readonly string[]>([]);
	const hasBeenFitted = useRef(false);
	const [tilesAreMissing, setMissing] = useState(false);
	const onSelect = useEffectEvent(callbacks.onSelect);
	const onHover = useEffectEvent(callbacks.onHover);
	const onMoved = useEffectEvent(callbacks.onMoved);

	useEffect(() => {
		if (ref.current === null) return;
		const created = createMap(ref.current, {
			attributionControl: false,
			zoomControl: false,
			maxZoom,
			zoomAnimation: !prefersReducedMotion(),
			fadeAnimation: !prefersReducedMotion(),
			markerZoomAnimation: !prefersReducedMotion(),
		}).setView(start.place, start.zoom);
		// Pages send no Referer, but OpenStreetMap's tile policy requires one: without it, its servers return 403.
		const tiles = tileLayer(tileUrl, { maxZoom, referrerPolicy: 'strict-origin-when-cross-origin' });
		tiles.on('tileerror', () => setMissing(true)).on('tileload', () => setMissing(false));
		tiles.addTo(created);
		created.on('dragend', () => onMoved());
		layer.current = layerGroup().addTo(created);
		map.current = created;
		const markers = drawn.current;
		return () => {
			created.remove();
			map.current = null;
			markers.clear();
			hasBeenFitted.current = false;
		};
	}, [tileUrl]);

	useEffect(() => {
		const current = map.current;
		const [group, markers] = [layer.current, drawn.current];
		if (current === null || group === null) return;
		const spotsIn = clusterEvents(events, maxZoom);

		const select = ({ events: here, latitude, longitude, opensAt }: Spot, byKeyboard: boolean) => {
			if (opensAt !== null)
				current.setView([latitude, longitude], opensAt, { animate: !prefersReducedMotion() });
			else
				onSelect(
					here.map(({ id }) => id),
					byKeyboard,
				);
		};
		const add = (spot: Spot) => {
			const name = nameOf(spot);
			const added = marker([spot.latitude, spot.longitude], {
				icon: divIcon({ html: pinOf(spot), className: css.icon ?? '', iconSize: [44, 44] }),
				title: name,
			});
			added.on('click', () => select(spot, false));
			added.on('mouseover', () => onHover(spot.events.map(({ id }) => id)));
			added.on('mouseout', () => onHover([]));
			added.addTo(group);
			const element = added.getElement();
			element?.setAttribute('aria-label', name);
			element?.addEventListener('keydown', (event) => {
				if (event.key !== 'Enter' && event.key !== ' ') return;
				event.preventDefault();
				event.stopPropagation();
				select(spot, true);
			});
			markers.set(spot.key, { spot, marker: added });
		};
		const draw = () => {
			const spots = spotsIn(boxOf(current.getBounds().pad(0.25)), Math.round(current.getZoom()));
			const keys = new Set(spots.map(({ key }) => key));
			let hadFocus: Spot | undefined;
			for (const [key, { spot, marker: each }] of [...markers]) {
				if (keys.has(key)) continue;
				if (each.getElement() === document.activeElement) hadFocus = spot;
				each.remove();
				markers.delete(key);
			}
			for (const spot of spots) {
				// The same spot in another copy of the world.
				markers.get(spot.key)?.marker.setLatLng([spot.latitude, spot.longitude]);
				if (!markers.has(spot.key)) add(spot);
			}
			if (hadFocus !== undefined)
				(successor(hadFocus, markers.values()) ?? current.getContainer()).focus({ preventScroll: true });
			showHighlights(markers.values(), highlighted.current);
		};
		const places = placesToShow(events);
		// Only once: after that, the visitor controls the view.
		if (places.length > 0 && !hasBeenFitted.current) {
			hasBeenFitted.current = true;
			const buttonsAreLeft = getComputedStyle(current.getContainer()).direction === 'rtl';
			current.fitBounds(places, {
				paddingTopLeft: [buttonsAreLeft ? buttonEdgePx : edgePx, edgePx],
				paddingBottomRight: [buttonsAreLeft ? edgePx : buttonEdgePx, edgePx],
				maxZoom: places.length === 1 ? fitZoom.one : fitZoom.several,
				animate: false,
			});
		}
		draw();
		current.on('moveend', draw);
		return () => {
			current.off('moveend', draw);
		};
	}, [events]);

	useEffect(() => {
		if (position === null || map.current === null) return;
		const at = [position.latitude, position.longitude] as [number, number];
		// Without an element, Leaflet would write an empty string, which Trusted Types forbid.
		const html = document.createElement('span');
		const icon = divIcon({ html, className: css.here ?? '', iconSize: [20, 20] });
		const isBelow = { zIndexOffset: -1_000 };
		const here = marker(at, { icon, interactive: false, keyboard: false, ...isBelow }).addTo(map.current);
		return () => void here.remove();
	}, [position]);

	return {
		ref,
		tilesAreMissing,
		zoom(step: 1 | -1) {
			map.current?.zoomIn(step);
			callbacks.onMoved();
		},
		show({ geo }: Pick<Event, 'geo'>) {
			if (geo === null || map.current === null) return;
			const longitude = longitudeNear(geo.longitude, map.current.getCenter().lng);
			map.current.panInside([geo.latitude, longitude], {
				paddingTopLeft: [edgePx, edgePx],
				paddingBottomRight: [edgePx, sheetEdgePx],
				animate: !prefersReducedMotion(),
			});
		},
		/** Shows the area within walking distance of a place. */
		goTo({ latitude, longitude }: Geo) {
			const { current } = map;
			current?.setView([latitude, longitude], Math.max(walkZoom, current.getZoom()), {
				animate: !prefersReducedMotion(),
			});
			callbacks.onMoved();
		},
		focus(ids: readonly string[]) {
			for (const { spot, marker: each } of drawn.current.values())
				if (spot.events.some(({ id }) => ids.includes(id)))
					return each.getElement()?.focus({ preventScroll: true });
		},
		area: () => (map.current === null ? null : boxOf(map.current.getBounds())),
		highlight: (ids: readonly string[]) => {
			highlighted.current = ids;
			showHighlights(drawn.current.values(), ids);
		},
	};
}
