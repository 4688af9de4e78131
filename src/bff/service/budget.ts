/**
 * The hourly budget of this server (Spec §8): every call of a user counts for the server's IP address too. When it runs
 * low, cached responses are kept longer, so that writes still get through (design §5).
 */

import type { RateLimit } from '../../contract/bff-api/session.ts';
import { levels } from '../../contract/spec/access.ts';

export interface Budget {
	/** Counts a call. */
	spend(): void;
	/** Takes the limits from a response's headers. */
	see(limits: RateLimit): void;
	/** Takes note of code 112: this server's IP address has no calls left. */
	seeSpent(): void;
	/** How many times longer than usual responses stay fresh: 1 in quiet hours, up to 6 when nothing is left. */
	stretch(): number;
	/** Calls left for this server's IP address in this hour, as the service said; undefined while unknown. */
	remaining(): number | undefined;
}

const hour = 3_600_000;
/** The last hour is counted in slices of five minutes. */
const slice = 300_000;

/** From which share of the budget on freshness is stretched, and how many times. */
const steps = [
	{ from: 0.95, stretch: 6 },
	{ from: 0.6, stretch: 4 },
	{ from: 0.4, stretch: 3 },
	{ from: 0.2, stretch: 2 },
] as const;

/** @param clock milliseconds since 1970 */
export function createBudget(clock: () => number): Budget {
	let seen: { remaining: number; limit: number; at: number } | undefined;
	const spent = new Map<number, number>();
	const current = () => (seen !== undefined && clock() - seen.at < hour ? seen : undefined);

	/** Calls of this process in the last hour. Headers do not count those without a token. */
	const spentHere = () => {
		const oldest = (clock() - hour) / slice;
		let sum = 0;
		for (const [index, count] of spent) {
			if (index < oldest) spent.delete(index);
			else sum += count;
		}
		return sum;
	};
	return {
		spend() {
			const index = Math.floor(clock() / slice);
			spent.set(index, (spent.get(index) ?? 0) + 1);
		},
		see({ ip_remaining, ip_limit }) {
			if (ip_remaining === null || ip_limit === null || ip_limit === 0) return;
			seen = { remaining: ip_remaining, limit: ip_limit, at: clock() };
		},
		seeSpent() {
			seen = { remaining: 0, limit: seen?.limit ?? levels.L1.callsPerIp, at: clock() };
		},
		stretch() {
			const last = current();
			const limit = last?.limit ?? levels.L1.callsPerIp;
			const share = Math.max(spentHere() / limit, last === undefined ? 0 : 1 - last.remaining / limit);
			return steps.find(({ from }) => share >= from)?.stretch ?? 1;
		},
		remaining: () => current()?.remaining,
	};
}
