/**
 * The hourly budget of this server (Spec §8): every call of a user counts for the server's address too, so freshness
 * gives way before writes do (design §5).
 */
import { levels } from '../contract/access.ts';
import type { RateLimit } from '../contract/session.ts';

export interface Budget {
	/** Notes that a call was made. */
	spend(): void;
	/** Notes the limits that an answer told. */
	see(limits: RateLimit): void;
	/** Notes that a call was refused because this server's address has no calls left (code 112). */
	seeSpent(): void;
	/** By how much answers may be older than usual: 1 in quiet hours, up to 6 with an empty purse. */
	stretch(): number;
	/** What is left for this server's address in this hour as the service said; undefined while unknown. */
	remaining(): number | undefined;
}

const hour = 3_600_000;
/** The last hour is counted in slices of five minutes. */
const slice = 300_000;

/** Shares of the budget that are spent, from which freshness is stretched, and by how much. */
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

	/** Calls of this process in the last hour: those without a token are in no header. */
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
			const told = current();
			const limit = told?.limit ?? levels.L1.callsPerIp;
			const share = Math.max(spentHere() / limit, told === undefined ? 0 : 1 - told.remaining / limit);
			return steps.find(({ from }) => share >= from)?.stretch ?? 1;
		},
		remaining: () => current()?.remaining,
	};
}
