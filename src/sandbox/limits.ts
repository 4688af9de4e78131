/** Hourly limits (Spec §8): per user, application and scope, and per IP address, by the hour of the virtual clock. */
import { type Level, levels, rateLimitHeaders, type Scope } from '../contract/spec/access.ts';
import type { Clock } from './clock.ts';
import { ServiceError } from './service-error.ts';

const hour = 3_600_000;

/** Headers to send, and the error if the call exceeds a limit. */
interface LimitResult {
	headers: Record<string, string>;
	error: ServiceError | undefined;
}

export interface Limits {
	/** Counts a call that carries a token. */
	count(call: { userId: string; clientId: string; level: Level; scope: Scope; ip: string }): LimitResult;
	/** Counts a call without a token, where a limit for those is set. @throws ServiceError 112 */
	countAnonymous(ip: string): void;
	reset(): void;
}

/** @param anonymousLimit calls per IP and hour without a token; undefined: no limit */
export function createLimits(clock: Clock, anonymousLimit: number | undefined): Limits {
	let currentHour = -1;
	const counts = new Map<string, number>();

	const add = (key: string): number => {
		const thisHour = Math.floor(clock.now() / hour);
		if (thisHour !== currentHour) {
			counts.clear();
			currentHour = thisHour;
		}
		const count = (counts.get(key) ?? 0) + 1;
		counts.set(key, count);
		return count;
	};

	return {
		count({ userId, clientId, level, scope, ip }) {
			const { callsPerUser, callsPerIp } = levels[level];
			const byUser = add(`user ${userId} ${clientId} ${scope}`);
			const byIp = add(`ip ${ip}`);
			const error =
				byUser > callsPerUser ? new ServiceError(111) : byIp > callsPerIp ? new ServiceError(112) : undefined;
			return {
				error,
				headers: {
					[rateLimitHeaders.userLimit]: String(callsPerUser),
					[rateLimitHeaders.userRemaining]: String(Math.max(0, callsPerUser - byUser)),
					[rateLimitHeaders.ipLimit]: String(callsPerIp),
					[rateLimitHeaders.ipRemaining]: String(Math.max(0, callsPerIp - byIp)),
				},
			};
		},
		countAnonymous(ip) {
			if (anonymousLimit !== undefined && add(`anonymous ${ip}`) > anonymousLimit)
				throw new ServiceError(112);
		},
		reset: () => counts.clear(),
	};
}
