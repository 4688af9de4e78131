/**
 * The map itself: Leaflet with raster tiles, supercluster for what lies close together. Controls are the app's own,
 * since Leaflet writes its own as HTML, which Trusted Types forbid.
 */
import 'leaflet/dist/leaflet.css';
import {
	map as createMap,
	divIcon,
	type LayerGroup,
	type Map as LeafletMap,
	layerGroup,
	marker,
	tileLayer,
} from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import Supercluster from 'supercluster';
import { m } from '../../i18n/generated/messages.js';
import type { EventView } from '../events/event-view.ts';
import css from './map-view.module.css';

interface EventMap {
	ref: RefObject<HTMLDivElement | null>;
	/** Whether pictures of the map could not be loaded. */
	tilesAreMissing: boolean;
	zoomIn(): void;
	zoomOut(): void;
	/** Marks an event's place, for as long as no other is marked. */
	highlight(id: string): void;
}

interface Options {
	/** Those with a place. */
	events: readonly EventView[];
	selected: string | null;
	tileUrl: string;
	onSelect: (id: string) => void;
}

const clusterRadius = 48;
const largestZoom = 17;

/** Whether people want things to stay still. */
const wantsStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function useEventMap({ events, selected, tileUrl, onSelect }: Options): EventMap {
	const ref = useRef<HTMLDivElement>(null);
	const map = useRef<LeafletMap | null>(null);
	const layer = useRef<LayerGroup | null>(null);
	const [tilesAreMissing, setMissing] = useState(false);
	const latest = useRef(onSelect);
	useEffect(() => {
		latest.current = onSelect;
	});

	useEffect(() => {
		if (ref.current === null) return;
		const created = createMap(ref.current, {
			attributionControl: false,
			zoomControl: false,
			maxZoom: largestZoom,
			zoomAnimation: !wantsStill(),
			fadeAnimation: !wantsStill(),
		}).setView([39.9, 116.4], 10);
		const tiles = tileLayer(tileUrl, { maxZoom: largestZoom });
		tiles.on('tileerror', () => setMissing(true)).on('tileload', () => setMissing(false));
		tiles.addTo(created);
		layer.current = layerGroup().addTo(created);
		map.current = created;
		return () => {
			created.remove();
			map.current = null;
		};
	}, [tileUrl]);

	useEffect(() => {
		const current = map.current;
		if (current === null || events.length === 0) return;
		const places = events.map(({ geo }) => [geo?.latitude ?? 0, geo?.longitude ?? 0] as [number, number]);
		current.fitBounds(places, { padding: [32, 32], maxZoom: 14, animate: false });

		const index = new Supercluster<{ id: string; title: string; type: string }>({
			radius: clusterRadius,
			maxZoom: largestZoom - 1,
		}).load(
			events.map(({ id, title, type, geo }) => ({
				type: 'Feature',
				properties: { id, title, type: type ?? 'others' },
				geometry: { type: 'Point', coordinates: [geo?.longitude ?? 0, geo?.latitude ?? 0] },
			})),
		);
		const draw = () => {
			const bounds = current.getBounds();
			const box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()] as const;
			layer.current?.clearLayers();
			for (const { geometry, properties } of index.getClusters([...box], Math.round(current.getZoom()))) {
				const [longitude = 0, latitude = 0] = geometry.coordinates;
				const pin = document.createElement('span');
				if ('cluster' in properties) {
					const { point_count: count, cluster_id: clusterId } = properties;
					pin.className = css.cluster ?? '';
					pin.textContent = String(count);
					marker([latitude, longitude], {
						icon: divIcon({ html: pin, className: css.icon ?? '', iconSize: [44, 44] }),
						title: m.discover_cluster({ count }),
					})
						.on('click keypress', () =>
							current.setView([latitude, longitude], index.getClusterExpansionZoom(clusterId)),
						)
						.addTo(layer.current as LayerGroup);
					continue;
				}
				const { id, title, type } = properties;
				pin.className = css.pin ?? '';
				pin.dataset.type = type;
				pin.dataset.event = id;
				marker([latitude, longitude], {
					icon: divIcon({ html: pin, className: css.icon ?? '', iconSize: [44, 44] }),
					title,
				})
					.on('click keypress', () => latest.current(id))
					.addTo(layer.current as LayerGroup);
			}
		};
		draw();
		current.on('moveend', draw);
		return () => {
			current.off('moveend', draw);
		};
	}, [events]);

	const highlight = (id: string) => {
		for (const pin of ref.current?.querySelectorAll<HTMLElement>('[data-event]') ?? [])
			pin.toggleAttribute('data-highlighted', pin.dataset.event === id);
	};
	useEffect(() => {
		if (selected === null) return;
		for (const pin of ref.current?.querySelectorAll<HTMLElement>('[data-event]') ?? [])
			pin.toggleAttribute('data-highlighted', pin.dataset.event === selected);
	}, [selected]);

	return {
		ref,
		tilesAreMissing,
		zoomIn: () => map.current?.zoomIn(),
		zoomOut: () => map.current?.zoomOut(),
		highlight,
	};
}
