/**
 * The present as a wall-clock time. The first render knows none, so that it is the same everywhere and at any time
 * (design §9: a page that arrives rendered must stay possible); what depends on it appears right after.
 */
import { useSyncExternalStore } from 'react';
import { usePageData } from '../service/page-data.tsx';
import { dateFormat } from './date-format.ts';
import { wallClockMs } from './when.ts';

/** Milliseconds between two looks at the clock. */
const tick = 30_000;

/**
 * @param timeZone IANA name of the service's zone; null: the browser's own, since the service names none
 * @returns `YYYY-MM-DD HH:MM:SS`
 */
export function wallClock(now: Date, timeZone: string | null): string {
	return dateFormat('sv-SE', {
		dateStyle: 'short',
		timeStyle: 'medium',
		...(timeZone === null ? {} : { timeZone }),
	}).format(now);
}

/** One timer for all that look at the clock: lists grow to thousands. */
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

/** The last answer: everything on a screen asks in the same half a minute and zone. */
let last = { slot: 0, timeZone: '' as string | null, text: '' };
function present(timeZone: string | null): string {
	const slot = Math.floor(Date.now() / tick);
	if (last.slot !== slot || last.timeZone !== timeZone)
		last = { slot, timeZone, text: wallClock(new Date(slot * tick), timeZone) };
	return last.text;
}

/**
 * Something that depends on the present, to half a minute; drawn again only when that changes.
 *
 * @param choose gives it for a wall-clock time of the service, `YYYY-MM-DD HH:MM:SS`; null in the first render
 */
export function useFromNow<Value extends string | boolean | null>(
	choose: (now: string | null) => Value,
): Value {
	const { time_zone } = usePageData().settings;
	return useSyncExternalStore(
		subscribe,
		() => choose(present(time_zone)),
		() => choose(null),
	);
}

/** The present in the service's wall-clock time, to half a minute; null in the first render. */
export const useNow = (): string | null => useFromNow((now) => now);

/** The day of the service, `YYYY-MM-DD`: from the page until a clock is asked; null where neither is known. */
export function useToday(): string | null {
	const page = usePageData();
	return useFromNow((now) => now?.slice(0, 10) ?? page.today);
}

/** Where the present stands to an event. */
export type Phase = 'coming' | 'now' | 'over';

/** @returns null while the present or the event's times are not known */
export function phaseOf({ begin, end }: { begin: string; end: string }, now: string | null): Phase | null {
	if (now === null || begin === '') return null;
	// Wall-clock times of one format compare as texts.
	if ((end || begin) < now) return 'over';
	return begin <= now ? 'now' : 'coming';
}

/** Whether an event starts within the next three hours; false while the present is not known. */
export function startsSoon({ begin }: { begin: string }, now: string | null): boolean {
	const ahead = now === null ? Number.NaN : wallClockMs(begin) - wallClockMs(now);
	return ahead > 0 && ahead <= 3 * 3_600_000;
}
