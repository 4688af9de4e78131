/**
 * The map itself: Leaflet with raster tiles. Controls are the app's own, since Leaflet writes its own as HTML, which
 * Trusted Types forbid. What stays on the map while it moves keeps its marker, and with it the keyboard's focus.
 */
import 'leaflet/dist/leaflet.css';
import {
	map as createMap,
	divIcon,
	type LayerGroup,
	type Map as LeafletMap,
	layerGroup,
	type Marker,
	marker,
	tileLayer,
} from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { m } from '../../i18n/generated/messages.js';
import type { EventView } from '../events/event-view.ts';
import { clusterEvents, placesToShow, type Spot } from './map-clusters.ts';
import css from './map-view.module.css';

export interface Press {
	ids: readonly string[];
	/** Whether it was pressed by the keyboard, which then goes on from what was selected. */
	byKeyboard: boolean;
}

interface EventMap {
	ref: RefObject<HTMLDivElement | null>;
	/** Whether pictures of the map could not be loaded. */
	tilesAreMissing: boolean;
	zoomIn(): void;
	zoomOut(): void;
	/** Marks where events are, alone or in a cluster, until others are marked. */
	highlight(ids: readonly string[]): void;
}

interface Options {
	/** Those with a place. */
	events: readonly EventView[];
	tileUrl: string;
	/** Events were chosen on the map: one, or all at one place. */
	onPress: (press: Press) => void;
}

const largestZoom = 17;
/** A place to begin with, until there are events to show. */
const start = { place: [35, 105] as [number, number], zoom: 4 };

/** Whether people want things to stay still. */
export const wantsStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function nameOf({ events, opensAt }: Spot): string {
	const [event] = events;
	if (events.length === 1 && event !== undefined) return event.title;
	return opensAt === null
		? m.discover_same_place({ count: events.length })
		: m.discover_cluster({ count: events.length });
}

/** What stands on the map for a spot: a dot in the colour of its type, or the number of events. */
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

/** Where the focus goes when its marker is gone: to one that has some of the same events. */
function successor(gone: Spot, drawn: Iterable<Drawn>): HTMLElement | undefined {
	const ids = new Set(gone.events.map(({ id }) => id));
	for (const { spot, marker: each } of drawn)
		if (spot.events.some(({ id }) => ids.has(id))) return each.getElement();
	return undefined;
}

/** Marks what has one of these events. */
function showHighlights(drawn: Iterable<Drawn>, ids: readonly string[]): void {
	for (const { spot, marker: each } of drawn) {
		const isMarked = spot.events.some(({ id }) => ids.includes(id));
		each.getElement()?.firstElementChild?.toggleAttribute('data-highlighted', isMarked);
		each.setZIndexOffset(isMarked ? 1_000 : 0);
	}
}

export function useEventMap({ events, tileUrl, onPress }: Options): EventMap {
	const ref = useRef<HTMLDivElement>(null);
	const map = useRef<LeafletMap | null>(null);
	const layer = useRef<LayerGroup | null>(null);
	const drawn = useRef(new Map<string, Drawn>());
	const highlighted = useRef<readonly string[]>([]);
	const hasBeenFitted = useRef(false);
	const [tilesAreMissing, setMissing] = useState(false);
	const latest = useRef(onPress);
	useEffect(() => {
		latest.current = onPress;
	});

	useEffect(() => {
		if (ref.current === null) return;
		const created = createMap(ref.current, {
			attributionControl: false,
			zoomControl: false,
			maxZoom: largestZoom,
			zoomAnimation: !wantsStill(),
			fadeAnimation: !wantsStill(),
			markerZoomAnimation: !wantsStill(),
		}).setView(start.place, start.zoom);
		const tiles = tileLayer(tileUrl, { maxZoom: largestZoom });
		tiles.on('tileerror', () => setMissing(true)).on('tileload', () => setMissing(false));
		tiles.addTo(created);
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
		const spotsIn = clusterEvents(events, largestZoom);

		const press = ({ events: here, latitude, longitude, opensAt }: Spot, byKeyboard: boolean) => {
			if (opensAt !== null) current.setView([latitude, longitude], opensAt, { animate: !wantsStill() });
			else latest.current({ ids: here.map(({ id }) => id), byKeyboard });
		};
		const add = (spot: Spot) => {
			const name = nameOf(spot);
			const added = marker([spot.latitude, spot.longitude], {
				icon: divIcon({ html: pinOf(spot), className: css.icon ?? '', iconSize: [44, 44] }),
				title: name,
			});
			added.on('click', () => press(spot, false));
			added.addTo(group);
			const element = added.getElement();
			element?.setAttribute('aria-label', name);
			element?.addEventListener('keydown', (event) => {
				if (event.key !== 'Enter' && event.key !== ' ') return;
				event.preventDefault();
				event.stopPropagation();
				press(spot, true);
			});
			markers.set(spot.key, { spot, marker: added });
		};
		const draw = () => {
			const bounds = current.getBounds().pad(0.25);
			const spots = spotsIn(
				[bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
				Math.round(current.getZoom()),
			);
			const keys = new Set(spots.map(({ key }) => key));
			let hadFocus: Spot | undefined;
			for (const [key, { spot, marker: each }] of [...markers]) {
				if (keys.has(key)) continue;
				if (each.getElement() === document.activeElement) hadFocus = spot;
				each.remove();
				markers.delete(key);
			}
			for (const spot of spots) if (!markers.has(spot.key)) add(spot);
			if (hadFocus !== undefined)
				(successor(hadFocus, markers.values()) ?? current.getContainer()).focus({ preventScroll: true });
			showHighlights(markers.values(), highlighted.current);
		};
		const places = placesToShow(events);
		// Once: what people then look at is theirs to choose.
		if (places.length > 0 && !hasBeenFitted.current) {
			hasBeenFitted.current = true;
			current.fitBounds(places, { padding: [32, 32], maxZoom: 14, animate: false });
		}
		draw();
		current.on('moveend', draw);
		return () => {
			current.off('moveend', draw);
		};
	}, [events]);

	return {
		ref,
		tilesAreMissing,
		zoomIn: () => map.current?.zoomIn(),
		zoomOut: () => map.current?.zoomOut(),
		highlight: (ids) => {
			highlighted.current = ids;
			showHighlights(drawn.current.values(), ids);
		},
	};
}
