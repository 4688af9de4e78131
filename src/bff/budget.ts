/**
 * The hourly budget of this server (Spec §8): every call of a user counts for the server's address too, so freshness
 * gives way before writes do (design §5).
 */
import type { RateLimit } from '../contract/session.ts';

export interface Budget {
	/** Notes the limits that an answer told. */
	see(limits: RateLimit): void;
	/** Notes that a call was refused because this server's address has no calls left (code 112). */
	seeSpent(): void;
	/** By how much answers may be older than usual: 1 with a full purse, up to 6 with an empty one. */
	stretch(): number;
	/** What is left for this server's address in this hour; undefined while unknown. */
	remaining(): number | undefined;
}

const hour = 3_600_000;

/** Shares of the budget left below which freshness is stretched, and by how much. */
const steps = [
	{ below: 0.05, stretch: 6 },
	{ below: 0.2, stretch: 3 },
	{ below: 0.4, stretch: 1.5 },
] as const;

/** @param clock milliseconds since 1970 */
export function createBudget(clock: () => number): Budget {
	let seen: { remaining: number; limit: number; at: number } | undefined;
	const current = () => (seen !== undefined && clock() - seen.at < hour ? seen : undefined);
	return {
		see({ ip_remaining, ip_limit }) {
			if (ip_remaining === null || ip_limit === null || ip_limit === 0) return;
			seen = { remaining: ip_remaining, limit: ip_limit, at: clock() };
		},
		seeSpent() {
			seen = { remaining: 0, limit: seen?.limit ?? 1, at: clock() };
		},
		stretch() {
			const now = current();
			if (now === undefined) return 1;
			return steps.find(({ below }) => now.remaining / now.limit < below)?.stretch ?? 1;
		},
		remaining: () => current()?.remaining,
	};
}
