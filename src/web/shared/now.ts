/**
 * The present time as a wall-clock time of the service. The first render knows none, so that server and browser render the
 * same; what depends on it appears right after.
 */
import { useSyncExternalStore } from 'react';
import {
	type Day,
	dayOf,
	type WallClock,
	wallClockAt,
	wallClockFromMs,
} from '../../contract/event/wall-clock.ts';
import { usePageData } from './page-data.tsx';

/** Milliseconds between two updates. */
const tick = 30_000;

/** One timer for all components: lists grow to thousands. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
function subscribe(onChange: () => void): () => void {
	listeners.add(onChange);
	timer ??= setInterval(() => {
		for (const listener of listeners) listener();
	}, tick);
	return () => {
		listeners.delete(onChange);
		if (listeners.size > 0) return;
		clearInterval(timer);
		timer = undefined;
	};
}

/** What the clocks of the browser's own zone show. Not every browser knows the name of that zone. @param instant milliseconds since 1970 */
export const localWallClock = (instant: number): WallClock =>
	wallClockFromMs(instant - new Date(instant).getTimezoneOffset() * 60_000);

/** The last result: all components of a page share the tick and the zone. */
let last: { slot: number; timeZone: string | null; now: WallClock } | undefined;
function present(timeZone: string | null): WallClock {
	const slot = Math.floor(Date.now() / tick);
	if (last?.slot !== slot || last.timeZone !== timeZone) {
		const instant = slot * tick;
		const now = timeZone === null ? localWallClock(instant) : wallClockAt(instant, timeZone);
		last = { slot, timeZone, now };
	}
	return last.now;
}

/**
 * A value that depends on the present time, to half a minute; renders again only when the value changes.
 *
 * @param choose computes it from the service's wall clock (the browser's, where the service's zone is not known); null in
 * the first render
 */
export function useFromNow<Value extends string | boolean | null>(
	choose: (now: WallClock | null) => Value,
): Value {
	const { time_zone } = usePageData().settings;
	return useSyncExternalStore(
		subscribe,
		() => choose(present(time_zone)),
		() => choose(null),
	);
}

/** The service's wall clock, to half a minute; null in the first render. */
export const useNow = (): WallClock | null => useFromNow((now) => now);

/** The service's day. The first render takes it from the page; null where the page does not carry it either. */
export function useToday(): Day | null {
	const { today } = usePageData();
	return useFromNow((now) => (now === null ? today : dayOf(now)));
}
