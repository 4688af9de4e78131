/**
 * The sandbox's virtual clock: every lifetime, limit and day_type goes by it. Its distance to the machine's clock is
 * kept in the database, so that a restart does not turn it back.
 */
import type { DatabaseSync } from 'node:sqlite';

/** Zone of the sandbox's cities; the specification names none (gap register, `time-zone`). */
export const sandboxTimeZone = 'Asia/Shanghai';
/** Its distance from UTC, the same all year. */
const wallClockOffset = 8 * 3_600_000;

export interface Clock {
	/** Milliseconds since 1970, virtual. */
	now(): number;
	/** Wall clock of the cities, `YYYY-MM-DD HH:MM:SS`. */
	wallClock(): string;
	/** Moves the clock. @param ms milliseconds, forwards or back */
	advance(ms: number): void;
}

/** `YYYY-MM-DD HH:MM:SS` of the cities' wall clock at a moment in milliseconds since 1970. */
function toWallClock(ms: number): string {
	return new Date(ms + wallClockOffset).toISOString().slice(0, 19).replace('T', ' ');
}

/** @param machineNow the machine's clock in milliseconds; tests pass their own */
export function openClock(database: DatabaseSync, machineNow: () => number = Date.now): Clock {
	const row = database.prepare(`SELECT value FROM facts WHERE name = 'clock_offset'`).get();
	let offset = Number(row?.value ?? 0);
	const save = database.prepare(`INSERT OR REPLACE INTO facts (name, value) VALUES ('clock_offset', ?)`);
	const now = () => machineNow() + offset;
	return {
		now,
		wallClock: () => toWallClock(now()),
		advance(ms) {
			offset += ms;
			save.run(String(offset));
		},
	};
}
