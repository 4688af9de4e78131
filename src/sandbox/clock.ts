/**
 * The sandbox's virtual clock. Every lifetime, limit and day_type uses it. Its offset from the machine's clock is stored in
 * the database, so that a restart does not turn it back.
 */
import type { DatabaseSync } from 'node:sqlite';
import { timeOf } from './dates.ts';

/** Zone of the sandbox's cities; the specification names none (gap register, `time-zone`). */
export const sandboxTimeZone = 'Asia/Shanghai';
/** The zone is always this much before UTC, in milliseconds. */
const zoneOffset = 8 * 3_600_000;

export interface Clock {
	/** Milliseconds since 1970, virtual. */
	now(): number;
	/** What clocks in the cities show. */
	wallClock(): string;
	/** Moves the clock. @param ms milliseconds, forwards or back */
	advance(ms: number): void;
}

export function openClock(database: DatabaseSync): Clock {
	const row = database.prepare(`SELECT value FROM facts WHERE name = 'clock_offset'`).get();
	let offset = Number(row?.value ?? 0);
	const save = database.prepare(`INSERT OR REPLACE INTO facts (name, value) VALUES ('clock_offset', ?)`);
	const now = () => Date.now() + offset;
	return {
		now,
		wallClock: () => timeOf(now() + zoneOffset),
		advance(ms) {
			offset += ms;
			save.run(String(offset));
		},
	};
}
