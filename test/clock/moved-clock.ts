/**
 * Lets programs and pages believe that it is another hour, since seeded events move with the time: a list that a test expects
 * to be full is empty on a Sunday night. `npm run at` sets it (`at.ts`).
 */

/** Environment variable with the milliseconds by which the clock of a process is ahead; negative when it is behind. */
export const movedClockVariable = 'DAYBILL_CLOCK_AHEAD';

/** By how many milliseconds clocks are to be ahead, or 0. */
export const clockAhead = (): number => Number(process.env[movedClockVariable] ?? 0);

/**
 * Replaces `Date` by one that is ahead. Timers and `performance.now()` stay as they are. It uses nothing from outside itself,
 * since pages run it too.
 *
 * @param ahead milliseconds
 */
export function moveClock(ahead: number): void {
	const now = () => ahead + Real.now();
	const Real = Date;
	globalThis.Date = new Proxy(Real, {
		apply: () => new Real(now()).toString(),
		construct: (target, values, newTarget) =>
			Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
		get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
	});
}
