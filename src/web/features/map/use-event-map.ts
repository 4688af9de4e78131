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
import { usePageData } from '../../shared/page-data.tsx';
import { useVisitorPosition } from '../../shared/visitor-position.ts';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';
import css from './event-map.module.css';
import { clusterEvents, placesOf, placesToShow, type Spot } from './map-clusters.ts';

interface Options {
	/** Events with coordinates. */
	events: readonly Event[];
	/** Called when a place or a cluster is chosen. If a place is chosen by keyboard, its first card gets the focus. */
	onSelect?: (ids: readonly string[], focusesCard: boolean) => void;
	/** Ids of the events whose markers are highlighted: chosen, or pointed at. */
	selected?: readonly string[];
	pointed?: readonly string[];
	/** Called on hover, with an empty list when it ends. */
	onPoint?: (ids: readonly string[]) => void;
	/** Called when the visitor has zoomed or moved the map, with what it shows then. */
	onMoved?: (area: LatLngBounds) => void;
}

const none: readonly string[] = [];
const nothing = () => undefined;

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

function showMarks(
	drawn: Iterable<Drawn>,
	{ selected, pointed }: Required<Pick<Options, 'selected' | 'pointed'>>,
): void {
	for (const { spot, marker: each } of drawn) {
		const isChosen = spot.events.every(({ id }) => selected.includes(id));
		const isMarked = isChosen || spot.events.some(({ id }) => pointed.includes(id));
		const element = each.getElement();
		element?.setAttribute('aria-pressed', String(isChosen));
		element?.firstElementChild?.toggleAttribute('data-highlighted', isMarked);
		each.setZIndexOffset(isMarked ? 1_000 : 0);
	}
}

/** Shows most of the events (`placesToShow`). */
function fitTo(map: LeafletMap, events: readonly Event[]): void {
	const places = placesToShow(events);
	if (places.length === 0) return;
	const buttonsAreLeft = getComputedStyle(map.getContainer()).direction === 'rtl';
	map.fitBounds(places, {
		paddingTopLeft: [buttonsAreLeft ? buttonEdgePx : edgePx, edgePx],
		paddingBottomRight: [buttonsAreLeft ? edgePx : buttonEdgePx, edgePx],
		maxZoom: places.length === 1 ? fitZoom.one : fitZoom.several,
		animate: false,
	});
}

export type EventMapControls = ReturnType<typeof useEventMap>;

export function useEventMap({ events, selected = none, pointed = none, ...callbacks }: Options) {
	const { map_tile_url: tileUrl } = usePageData().settings;
	const position = useVisitorPosition();
	const ref = useRef<HTMLElement>(null);
	const map = useRef<LeafletMap | null>(null);
	const layer = useRef<LayerGroup | null>(null);
	const drawn = useRef(new Map<string, Drawn>());
	/** Whether the visitor has zoomed or moved the map since it was fitted. */
	const isMoved = useRef(false);
	const isFitting = useRef(false);
	const hasBeenFitted = useRef(false);
	const [tilesAreMissing, setMissing] = useState(false);
	const onSelect = useEffectEvent(callbacks.onSelect ?? nothing);
	const onPoint = useEffectEvent(callbacks.onPoint ?? nothing);
	const onMoved = useEffectEvent(callbacks.onMoved ?? nothing);

	const fit = () => {
		isFitting.current = true;
		// Otherwise, the end of a move that is still under way would narrow the list again.
		isMoved.current = false;
		map.current?.stop();
		if (map.current !== null) fitTo(map.current, events);
		isFitting.current = false;
	};
	const fitFirst = useEffectEvent(fit);
	const mark = useEffectEvent(() => showMarks(drawn.current.values(), { selected, pointed }));

	useEffect(() => {
		if (ref.current === null) return;
		const created = createMap(ref.current, {
			attributionControl: false,
			zoomControl: false,
			maxZoom,
			worldCopyJump: true,
			zoomAnimation: !prefersReducedMotion(),
			fadeAnimation: !prefersReducedMotion(),
			markerZoomAnimation: !prefersReducedMotion(),
		}).setView(start.place, start.zoom);
		// Pages send no Referer, but OpenStreetMap's tile policy requires one: without it, its servers return 403.
		const tiles = tileLayer(tileUrl, { maxZoom, referrerPolicy: 'strict-origin-when-cross-origin' });
		tiles.on('tileerror', () => setMissing(true)).on('tileload', () => setMissing(false));
		tiles.addTo(created);
		created.on('zoomstart dragstart', () => {
			isMoved.current = !isFitting.current;
		});
		created.on('moveend', () => {
			if (isMoved.current) onMoved(created.getBounds());
		});
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
			onSelect(
				here.map(({ id }) => id),
				byKeyboard && opensAt === null,
			);
			if (hasSheet()) ref.current?.scrollIntoView({ block: 'nearest' });
			const edges = {
				paddingTopLeft: [edgePx, edgePx] as [number, number],
				paddingBottomRight: [edgePx, hasSheet() ? sheetEdgePx : edgePx] as [number, number],
				animate: !prefersReducedMotion(),
			};
			if (opensAt === null) {
				current.panInside([latitude, longitude], edges);
				return;
			}
			current.fitBounds(placesOf(here), edges);
		};
		const add = (spot: Spot) => {
			const name = nameOf(spot);
			const added = marker([spot.latitude, spot.longitude], {
				icon: divIcon({ html: pinOf(spot), className: css.icon ?? '', iconSize: [44, 44] }),
				title: name,
			});
			added.on('click', () => select(spot, false));
			added.on('mouseover', () => onPoint(spot.events.map(({ id }) => id)));
			added.on('mouseout', () => onPoint([]));
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
			const box = current.getBounds().pad(0.25);
			const spots = spotsIn(
				[box.getWest(), box.getSouth(), box.getEast(), box.getNorth()],
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
			mark();
		};
		// Only once: after that, the visitor controls the view.
		if (events.length > 0 && !hasBeenFitted.current) {
			hasBeenFitted.current = true;
			fitFirst();
		}
		draw();
		current.on('moveend', draw);
		return () => {
			current.off('moveend', draw);
		};
	}, [events]);

	useEffect(() => showMarks(drawn.current.values(), { selected, pointed }), [selected, pointed]);

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
		},
		fit,
		/** Shows the area within walking distance of a place. */
		goTo({ latitude, longitude }: Geo) {
			const { current } = map;
			isMoved.current = true;
			current?.setView([latitude, longitude], Math.max(walkZoom, current.getZoom()), {
				animate: !prefersReducedMotion(),
			});
		},
		/** Focuses a marker of these events, or the map. */
		focus(ids: readonly string[]) {
			const isOf = ({ spot }: Drawn) => spot.events.some(({ id }) => ids.includes(id));
			const place = [...drawn.current.values()].find(isOf)?.marker.getElement();
			(place ?? map.current?.getContainer())?.focus({ preventScroll: true });
		},
	};
}
