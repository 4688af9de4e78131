/** What lies where on the map, at any zoom: single events, and clusters of what is too close together to tell apart. */
import Supercluster from 'supercluster';
import type { EventView } from '../events/event-view.ts';

/** A thing to press on the map. */
export interface Spot {
	/** The same for the same events at the same place: what stays on the map while it moves keeps its marker. */
	key: string;
	latitude: number;
	longitude: number;
	events: readonly EventView[];
	/** The zoom at which it falls apart; null for a single event, and for events at one and the same place. */
	opensAt: number | null;
}

/** West, south, east, north in degrees. */
export type Box = [number, number, number, number];

/** Pixels within which events become one cluster. */
const radius = 48;

/** @param events those with a place */
export function clusterEvents(
	events: readonly EventView[],
	largestZoom: number,
): (box: Box, zoom: number) => Spot[] {
	const byId = new Map(events.map((event) => [event.id, event]));
	const index = new Supercluster<{ id: string }>({ radius, maxZoom: largestZoom }).load(
		events.map(({ id, geo }) => ({
			type: 'Feature',
			properties: { id },
			geometry: { type: 'Point', coordinates: [geo?.longitude ?? 0, geo?.latitude ?? 0] },
		})),
	);
	return (box, zoom) =>
		index.getClusters(box, zoom).map(({ geometry, properties }) => {
			const [longitude = 0, latitude = 0] = geometry.coordinates;
			const isCluster = 'cluster' in properties;
			const ids = isCluster
				? index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.id)
				: [properties.id];
			const opensAt = isCluster ? index.getClusterExpansionZoom(properties.cluster_id) : null;
			return {
				key: ids.toSorted().join(' '),
				latitude,
				longitude,
				events: ids.flatMap((id) => byId.get(id) ?? []),
				opensAt: opensAt === null || opensAt > largestZoom ? null : opensAt,
			};
		});
}

/** Degrees around the middle of a city that still belong to it. */
const cityReach = 1.5;

/**
 * The places that the map is to show at first. A single wrong place at the other end of the world must not make the
 * city a dot, so what is far from the middle of all is left out; it is on the map all the same.
 */
export function placesToShow(events: readonly EventView[]): [latitude: number, longitude: number][] {
	const places = events.flatMap(({ geo }) =>
		geo === null ? [] : [[geo.latitude, geo.longitude] as [number, number]],
	);
	const middle = (axis: 0 | 1) =>
		places.map((place) => place[axis]).toSorted((a, b) => a - b)[Math.floor(places.length / 2)] ?? 0;
	const [latitude, longitude] = [middle(0), middle(1)];
	return places.filter(
		([north, east]) => Math.abs(north - latitude) < cityReach && Math.abs(east - longitude) < cityReach,
	);
}
