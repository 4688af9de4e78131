/**
 * The sandbox's virtual clock, which every lifetime, limit and day_type uses. Its offset from the machine's
 * clock is stored in the database, so that it survives restarts.
 */
import type { DatabaseSync } from 'node:sqlite';
import { sandboxTimeZone } from '../servers/sandbox-defaults.ts';
import { wallClockAt } from './dates.ts';

/** The zone that an import set for the cities; null without an import. */
export function importedTimeZone(database: DatabaseSync): string | null {
	const row = database.prepare(`SELECT value FROM facts WHERE name = 'time_zone'`).get();
	return row === undefined ? null : String(row.value);
}

export type Clock = ReturnType<typeof openClock>;

export function openClock(database: DatabaseSync) {
	const row = database.prepare(`SELECT value FROM facts WHERE name = 'clock_offset'`).get();
	let offset = Number(row?.value ?? 0);
	const save = database.prepare(`INSERT OR REPLACE INTO facts (name, value) VALUES ('clock_offset', ?)`);
	const timeZone = importedTimeZone(database) ?? sandboxTimeZone;
	const now = () => Date.now() + offset;
	return {
		now,
		timeZone,
		isMoved: () => offset !== 0,
		/** Local time in the cities. */
		wallClock: () => wallClockAt(now(), timeZone),
		advance(ms: number): void {
			offset += ms;
			save.run(String(offset));
		},
	};
}
