/**
 * How long tests wait before they report a failure. Nothing waits that long where all is well, so the limits are
 * generous, and they grow with the slowness of the machine, which is measured once a run.
 */
import { hash } from 'node:crypto';

/** Keeps the measurement for the other processes of the same run. */
const variable = 'DAYBILL_TEST_SLOWNESS';

/** Milliseconds that the measured work takes on a quiet machine of two cores. */
const usual = 50;

function measure(): number {
	const data = Buffer.alloc(1_000_000);
	const startedAt = performance.now();
	for (let run = 0; run < 60; run += 1) hash('sha256', data);
	return (performance.now() - startedAt) / usual;
}

/** How many times slower than usual this machine is now: 1 to 5. */
function slowness(): number {
	const known = Number(process.env[variable]);
	if (known >= 1) return known;
	const measured = Math.min(5, Math.max(1, measure()));
	process.env[variable] = measured.toFixed(2);
	return measured;
}

/** @param milliseconds that are enough on a usual machine @returns what is enough on this one */
export const withPatience = (milliseconds: number): number => Math.round(milliseconds * slowness());
