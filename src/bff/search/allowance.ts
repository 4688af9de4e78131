/** Calls per hour that a part of the BFF may make, so that it cannot use up what people's own calls need. */

export interface Allowance {
	/** @returns whether one more call is allowed, which then counts as made */
	take(): boolean;
}

const hour = 3_600_000;

/**
 * A token bucket that fills evenly: after an hour without calls it is full.
 *
 * @param perHour calls
 * @param clock milliseconds since 1970
 */
export function createAllowance(perHour: number, clock: () => number): Allowance {
	let left = perHour;
	let countedAt = clock();
	return {
		take() {
			const now = clock();
			left = Math.min(perHour, left + (Math.max(0, now - countedAt) / hour) * perHour);
			countedAt = now;
			if (left < 1) return false;
			left -= 1;
			return true;
		},
	};
}
