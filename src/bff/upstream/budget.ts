/**
 * Counts calls to the service against this server's hourly budget (Spec §8) and against each visitor's share of it. The
 * fewer calls are left, the longer cached responses stay fresh; the last tenth is reserved for sign-ins and signed-in
 * people. Processes with the same Redis share the counts.
 */
import { readCount } from '../../contract/event/fields.ts';
import { levels, rateLimitHeaders } from '../../contract/spec/levels.ts';
import { hourly } from '../fairness/limits.ts';
import { type RateLimiters, sharesOf } from '../fairness/rate-limiter.ts';
import { currentShare } from '../fairness/visitor.ts';
import { ProblemError } from '../problems/problem.ts';

/** `shared`: a read that is the same for everyone; `personal`: a read with a user's token. */
export type CallKind = 'shared' | 'personal' | 'write' | 'token';

export type Budget = ReturnType<typeof createBudget>;

const hourMs = 3_600_000;
const maxStretch = 6;
/** The share of the service's limit that is reserved for sign-ins and signed-in people. */
const reserve = 0.1;
/** How long the service's limit headers count. Later, the limit may have changed, or the hour may be over. */
const headerAgeMs = 600_000;

export function createBudget(visitorCalls: number | null, limiters: RateLimiters, clock: () => number) {
	const limiter = (points: number, name: string) => limiters({ points, seconds: hourMs / 1000, name });
	const server = limiter(Number.MAX_SAFE_INTEGER, 'budget');
	const payers = limiter(visitorCalls ?? 0, 'payer');
	let spent = { calls: 0, endsAt: 0 };
	let nothingLeftUntil = 0;
	let seen: { remaining: number; limit: number; at: number } | undefined;
	const current = () => (seen !== undefined && clock() - seen.at < hourMs ? seen : undefined);

	const spentShare = () => {
		if (clock() < nothingLeftUntil) return 1;
		const last = current();
		const limit = last?.limit ?? levels.L1.callsPerIp;
		const calls = clock() < spent.endsAt ? spent.calls : 0;
		return Math.min(1, Math.max(calls / limit, last === undefined ? 0 : 1 - last.remaining / limit));
	};
	const isReserved = () =>
		seen !== undefined && clock() - seen.at < headerAgeMs && seen.remaining < reserve * seen.limit;

	return {
		/** @param visitor the address of a signed-in caller @throws ProblemError too_many_requests, calls_reserved */
		async spend(kind: CallKind, payer: string | undefined, visitor?: string): Promise<void> {
			const detail = "This hour's remaining calls are reserved for signed-in people.";
			if (kind === 'shared' && isReserved()) throw new ProblemError('calls_reserved', detail);
			const share = Math.min(currentShare(), kind === 'shared' || kind === 'personal' ? hourly.reads : 1);
			const shares = [
				...(payer === undefined ? [] : sharesOf(payer)),
				...(visitor === undefined ? [] : sharesOf(`people of ${visitor}`, hourly.timesPeople)),
			];
			const maxOf = (times: number) => {
				const left = Math.max(hourly.least, 1 - spentShare());
				return Math.ceil(times * payers.points * left * share);
			};
			if (visitorCalls !== null) await payers.spend(shares, maxOf);
			const { consumedPoints, msBeforeNext } = await server.count('server');
			// The limiter may have lost earlier calls of this hour, such as when Redis failed.
			const [before, endsAt] =
				clock() < spent.endsAt ? [spent.calls, spent.endsAt] : [0, clock() + msBeforeNext];
			spent = { calls: Math.max(consumedPoints, before + 1), endsAt };
		},
		see(limitHeaders: Readonly<Record<string, string>>): void {
			const remaining = readCount(limitHeaders[rateLimitHeaders.ipRemaining]);
			const limit = readCount(limitHeaders[rateLimitHeaders.ipLimit]);
			if (remaining === null || limit === null || limit === 0) return;
			seen = { remaining, limit, at: clock() };
			if (remaining > 0) nothingLeftUntil = 0;
		},
		seeSpent(): void {
			nothingLeftUntil = clock() + hourMs;
		},
		/** The factor by which cached responses stay fresh longer: from 1 to `maxStretch`, when no calls are left. */
		stretch: () => 1 + (maxStretch - 1) * spentShare(),
		remaining: () => current()?.remaining,
	};
}
