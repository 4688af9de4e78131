/** The service's wall-clock times as moments, for formats that need them. */

/** Milliseconds since 1970 of a wall-clock time read as if it were UTC; NaN when it cannot be read. */
const asUtc = (wallClock: string): number =>
	/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wallClock)
		? Date.parse(`${wallClock.replace(' ', 'T')}Z`)
		: Number.NaN;

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
	const local = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'medium',
	}).format(ms);
	return asUtc(local) - Math.floor(ms / 1000) * 1000;
}

/**
 * @param wallClock `YYYY-MM-DD HH:MM:SS`
 * @param timeZone IANA name of the service's zone; null: the time is floating, and its digits are those of the result in UTC
 * @returns undefined when it cannot be read
 */
export function toDate(wallClock: unknown, timeZone: string | null): Date | undefined {
	const ms = asUtc(String(wallClock ?? ''));
	if (Number.isNaN(ms)) return undefined;
	if (timeZone === null) return new Date(ms);
	// The offset of a moment nearby may be that of the other side of a change of the clocks: look twice.
	const guess = ms - offsetAt(ms, timeZone);
	return new Date(ms - offsetAt(guess, timeZone));
}
