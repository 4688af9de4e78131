/** One event's place, on the same map as a city's events. */
import { useEffect, useMemo } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useVisitorPosition } from '../../shared/visitor-position.ts';
import { MapAttribution, MapFrame } from './map-frame.tsx';
import { useEventMap } from './use-event-map.ts';

const none: readonly string[] = [];
const nothing = () => undefined;

export function SmallMap({ event }: { event: Event }) {
	const { map_tile_url: tileUrl } = usePageData().settings;
	const events = useMemo(() => [event], [event]);
	const position = useVisitorPosition();
	const map = useEventMap({
		events,
		position,
		tileUrl,
		selected: none,
		pointed: none,
		onSelect: nothing,
		onPoint: nothing,
		onMoved: nothing,
	});
	const { ref } = map;
	// The button that showed the map is gone.
	useEffect(() => ref.current?.focus({ preventScroll: true }), [ref]);
	return (
		<>
			<MapFrame map={map} isSmall />
			<MapAttribution />
		</>
	);
}
