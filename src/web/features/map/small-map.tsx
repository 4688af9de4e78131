/** One event's place, on the same map as a city's events. */
import { useEffect, useMemo } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { MapAttribution, MapFrame } from './map-frame.tsx';
import { useEventMap } from './use-event-map.ts';

export function SmallMap({ event }: { event: Event }) {
	const shown = useEventMap({ events: useMemo(() => [event], [event]) });
	const { map } = shown;
	// The map takes the focus, because the button that showed it is gone.
	useEffect(() => map?.focus(), [map]);
	return (
		<>
			<MapFrame {...shown} isSmall />
			<MapAttribution />
		</>
	);
}
