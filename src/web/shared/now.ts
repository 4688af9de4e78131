/** The service's wall-clock time. The first render must equal the server's, so it uses the page's `now`. */
import { useSyncExternalStore } from 'react';
import { isEveningAt } from '../../contract/event/agenda.ts';
import {
	addMs,
	type Day,
	dayOf,
	type WallClock,
	wallClockAt,
	wallClockFromMs,
} from '../../contract/event/wall-clock.ts';
import { useInBrowser } from '../ui/use-in-browser.ts';
import { usePageData } from './page-data.tsx';

const tickMs = 30_000;

function subscribe(onChange: () => void): () => void {
	const timer = setInterval(onChange, tickMs);
	return () => clearInterval(timer);
}

/** Wall-clock time in the browser's zone, whose name may be unavailable. @param instant epoch milliseconds */
export const localWallClock = (instant: number): WallClock =>
	wallClockFromMs(instant - new Date(instant).getTimezoneOffset() * 60_000);

/** When the latest tick began, so that all components show the same time. */
const latestTick = (): number => Math.floor(Date.now() / tickMs) * tickMs;

/** The latest tick in a zone. A page asks for it hundreds of times, and finding a zone's offset takes 9 µs. */
let last: { instant: number; zone: string; now: WallClock } | undefined;
function clockOf(instant: number, zone: string): WallClock {
	if (last?.instant !== instant || last.zone !== zone)
		last = { instant, zone, now: wallClockAt(instant, zone) };
	return last.now;
}

/** The westernmost zone is 12 hours behind UTC; the easternmost, in which a page may have been rendered, 14 ahead. */
const westernmostMs = 12 * 3_600_000;
const farthestMs = 26 * 3_600_000;

/**
 * A value derived from the current time, updated every 30 s; re-renders only when the value changes.
 *
 * @param choose receives the service's wall clock (the browser's if the service's zone is unknown); in the first
 * render, the page's `now`. An event that ended before `past` is over: if the service's zone is unknown, `past` is the
 * clock of the westernmost zone. `known` is the service's clock, for saying that an event is on now, starts soon or in
 * two hours; null if the service's zone is unknown, because its cities may then be in several zones
 */
export function useFromNow<Value extends string | boolean | null>(
	choose: (now: WallClock, past: WallClock, known: WallClock | null) => Value,
): Value {
	const { settings, now } = usePageData();
	const { time_zone: zone } = settings;
	return useSyncExternalStore(
		subscribe,
		() => {
			const instant = latestTick();
			if (zone === null)
				return choose(localWallClock(instant), wallClockFromMs(instant - westernmostMs), null);
			const current = clockOf(instant, zone);
			return choose(current, current, current);
		},
		() => (zone === null ? choose(now, addMs(now, -farthestMs), null) : choose(now, now, now)),
	);
}

/** The service's wall clock, updated every 30 s; in the first render, the page's `now`. */
export const useClock = (): WallClock => useFromNow((now) => now);

/** `past` of {@link useFromNow}, for hiding what is over. Null in the first render. */
export function usePastTime(): WallClock | null {
	const past = useFromNow((_now, each) => each);
	return useInBrowser<WallClock | null>(() => past, null);
}

/** {@link useClock}, but null if the service's zone, and so its current day, is unknown. */
export const useServiceNow = (): WallClock | null => useFromNow((_now, _past, known) => known);

/** The day that decides what is shown: the reader's if the service's zone is unknown. */
export const useToday = (): Day => useFromNow(dayOf);

/** The day called “Today”, whose year is left out of dates; only the year if the service's day is unknown. */
export type NamedToday = Day | number;

export function useNamedToday(): NamedToday {
	const today = useToday();
	const isUnknown = usePageData().settings.time_zone === null;
	return isUnknown ? Number(today.slice(0, 4)) : today;
}

/** Whether it is evening at the service; null if its zone is unknown. */
export const useIsEvening = (): boolean | null =>
	useFromNow((_now, _past, known) => known && isEveningAt(known));
