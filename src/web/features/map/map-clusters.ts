/** Clusters events that are too close together at a zoom level. */
import Supercluster from 'supercluster';
import type { Event } from '../../../contract/event/event.ts';

/** A marker for one or more events. */
export interface Spot {
	/** Equal for the same events, so that a spot keeps its marker while the map moves. */
	key: string;
	latitude: number;
	longitude: number;
	events: readonly Event[];
	/** Zoom level at which the cluster splits; null for one event, or events at the same place. */
	opensAt: number | null;
}

/** West, south, east, north, in degrees. */
export type Box = [number, number, number, number];

/** A longitude plus or minus full turns, as near to another one as possible: maps show several copies of the world. */
export const longitudeNear = (longitude: number, other: number): number =>
	longitude + 360 * Math.round((other - longitude) / 360);

export const isIn = ([west, south, east, north]: Box, { geo }: Pick<Event, 'geo'>): boolean => {
	if (geo === null || geo.latitude < south || geo.latitude > north) return false;
	const longitude = longitudeNear(geo.longitude, (west + east) / 2);
	return longitude >= west && longitude <= east;
};

/** Closer events form a cluster. */
const radiusPx = 48;
/** Leaflet's tile size; Supercluster assumes 512. */
const tilePx = 256;

export function clusterEvents(events: readonly Event[], maxZoom: number): (box: Box, zoom: number) => Spot[] {
	const byId = new Map(events.map((event) => [event.id, event]));
	const index = new Supercluster<{ id: string }>({ radius: radiusPx, maxZoom, extent: tilePx }).load(
		events.map(({ id, geo }) => ({
			type: 'Feature',
			properties: { id },
			geometry: { type: 'Point', coordinates: [geo?.longitude ?? 0, geo?.latitude ?? 0] },
		})),
	);
	const spotOf = (
		[longitude = 0, latitude = 0]: readonly number[],
		ids: readonly string[],
		opensAt: number | null,
	): Spot => ({
		key: ids.map(encodeURIComponent).toSorted().join(' '),
		latitude,
		longitude,
		events: ids.flatMap((id) => byId.get(id) ?? []),
		opensAt: opensAt === null || opensAt > maxZoom ? null : opensAt,
	});
	/** Cached by cluster id, because each map move reads the same clusters. */
	const clusters = new Map<number, Spot>();
	const clusterOf = (id: number, place: readonly number[]): Spot => {
		const known = clusters.get(id);
		if (known !== undefined) return known;
		const ids = index.getLeaves(id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.id);
		const spot = spotOf(place, ids, index.getClusterExpansionZoom(id));
		clusters.set(id, spot);
		return spot;
	};
	return (box, zoom) =>
		index
			.getClusters(box, zoom)
			.map(({ geometry: { coordinates }, properties }) =>
				'cluster' in properties
					? clusterOf(properties.cluster_id, coordinates)
					: spotOf(coordinates, [properties.id], null),
			)
			.map((spot) => ({ ...spot, longitude: longitudeNear(spot.longitude, (box[0] + box[2]) / 2) }));
}

/** Places farther from each other don't belong to the same city. */
const cityReachDegrees = 1.5;

/**
 * Places in the initial view: those around the place that has the most others near it, because one wrong place would
 * reduce the city to a dot. Across the date line, longitudes go on beyond 180 degrees.
 */
export function placesToShow(events: readonly Event[]): [latitude: number, longitude: number][] {
	const places = events.flatMap(({ geo }) => geo ?? []);
	let most: [number, number][] = [];
	for (const { latitude, longitude } of places) {
		const near = places
			.map((each): [number, number] => [each.latitude, longitudeNear(each.longitude, longitude)])
			.filter(
				([north, east]) =>
					Math.abs(north - latitude) < cityReachDegrees && Math.abs(east - longitude) < cityReachDegrees,
			);
		if (near.length > most.length) most = near;
		// Most of the events: no need to look for a better place.
		if (most.length * 2 > places.length) break;
	}
	return most;
}
