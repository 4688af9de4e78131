/** Clusters events that are too close together at a zoom level. */
import Supercluster from 'supercluster';
import { middleOf } from '../../../contract/event/distance.ts';
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
type Box = [number, number, number, number];

/** Events closer than this form a cluster. */
const radiusPx = 48;
/** Leaflet's tile size; Supercluster assumes 512. */
const tilePx = 256;

export function clusterEvents(events: readonly Event[], maxZoom: number): (box: Box, zoom: number) => Spot[] {
	const index = new Supercluster<{ event: Event }>({ radius: radiusPx, maxZoom, extent: tilePx }).load(
		events.map((event) => ({
			type: 'Feature',
			properties: { event },
			geometry: { type: 'Point', coordinates: [event.geo?.longitude ?? 0, event.geo?.latitude ?? 0] },
		})),
	);
	return (box, zoom) =>
		index.getClusters(box, zoom).map(({ geometry, properties }) => {
			const [longitude = 0, latitude = 0] = geometry.coordinates;
			const isCluster = 'cluster' in properties;
			const here = isCluster
				? index
						.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY)
						.map((leaf) => leaf.properties.event)
				: [properties.event];
			const opensAt = isCluster ? index.getClusterExpansionZoom(properties.cluster_id) : null;
			return {
				key: here
					.map((event) => encodeURIComponent(event.id))
					.toSorted()
					.join(' '),
				latitude,
				longitude,
				events: here,
				opensAt: opensAt === null || opensAt > maxZoom ? null : opensAt,
			};
		});
}

export const placesOf = (events: readonly Event[]) =>
	events.flatMap(({ geo }): [latitude: number, longitude: number][] =>
		geo === null ? [] : [[geo.latitude, geo.longitude]],
	);

/** Places farther from the city's middle don't belong to it. */
const cityReachDegrees = 1.5;

/** Places in the initial view: one wrong place would reduce the city to a dot. */
export function placesToShow(events: readonly Event[]): [latitude: number, longitude: number][] {
	const middle = middleOf(events.flatMap(({ geo }) => geo ?? []));
	const places = placesOf(events);
	if (middle === null) return places;
	const near = places.filter(
		([latitude, longitude]) =>
			Math.abs(latitude - middle.latitude) < cityReachDegrees &&
			Math.abs(longitude - middle.longitude) < cityReachDegrees,
	);
	return near.length > 0 ? near : places;
}
