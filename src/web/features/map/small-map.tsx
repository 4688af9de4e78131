/** One event's place, on the same map as a city's events. */
import { useEffect, useMemo } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { MapAttribution, MapFrame } from './map-frame.tsx';
import { useEventMap } from './use-event-map.ts';

export function SmallMap({ event }: { event: Event }) {
	const map = useEventMap({ events: useMemo(() => [event], [event]) });
	const { ref } = map;
	// The map takes the focus, because the button that showed it is gone.
	useEffect(() => ref.current?.focus({ preventScroll: true }), [ref]);
	return (
		<>
			<MapFrame map={map} isSmall />
			<MapAttribution />
		</>
	);
}
