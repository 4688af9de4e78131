/**
 * The sandbox's virtual clock. Every lifetime, limit and day_type uses it. Its offset from the machine's clock is kept in
 * the database, so that a restart does not turn it back.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type WallClock, wallClockAt } from '../contract/event/wall-clock.ts';

/** Zone of the sandbox's cities; the specification names none (gap register, `time-zone`). */
export const sandboxTimeZone = 'Asia/Shanghai';

export interface Clock {
	/** Milliseconds since 1970, virtual. */
	now(): number;
	/** What clocks in the cities show. */
	wallClock(): WallClock;
	/** Moves the clock. @param ms milliseconds, forwards or back */
	advance(ms: number): void;
}

/** @param machineNow the machine's clock in milliseconds; tests pass their own */
export function openClock(database: DatabaseSync, machineNow: () => number = Date.now): Clock {
	const row = database.prepare(`SELECT value FROM facts WHERE name = 'clock_offset'`).get();
	let offset = Number(row?.value ?? 0);
	const save = database.prepare(`INSERT OR REPLACE INTO facts (name, value) VALUES ('clock_offset', ?)`);
	const now = () => machineNow() + offset;
	let last = { second: Number.NaN, wallClock: '' as WallClock };
	return {
		now,
		wallClock() {
			const second = Math.floor(now() / 1000);
			// Many requests come in a second, and the zone's rules take longer than all else here.
			if (second !== last.second) last = { second, wallClock: wallClockAt(second * 1000, sandboxTimeZone) };
			return last.wallClock;
		},
		advance(ms) {
			offset += ms;
			save.run(String(offset));
		},
	};
}
