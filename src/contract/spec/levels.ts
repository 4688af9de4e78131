/** Scopes, application levels and hourly limits (Spec §5, §8). */

export const scopes = ['event_basic_r', 'event_basic_w'] as const;
export type Scope = (typeof scopes)[number];

/** Scope of an authorization request without one (gap register, `default-scope`). */
export const defaultScope: Scope = 'event_basic_r';

const day = 86_400;

/** By application level: token lifetimes in seconds, limits in calls per hour. */
export const levels = {
	L1: { accessTokenSeconds: 7 * day, refreshTokenSeconds: 14 * day, callsPerIp: 5_000, callsPerUser: 500 },
	L2: {
		accessTokenSeconds: 30 * day,
		refreshTokenSeconds: 60 * day,
		callsPerIp: 10_000,
		callsPerUser: 1_000,
	},
	L3: {
		accessTokenSeconds: 90 * day,
		refreshTokenSeconds: 180 * day,
		callsPerIp: 20_000,
		callsPerUser: 2_000,
	},
} as const;
export type Level = keyof typeof levels;

/** The four headers of Spec §8, which the specification itself spells in two styles. */
export const rateLimitHeaders = {
	userLimit: 'X-Ratelimit-Limit',
	userRemaining: 'X-RateLimit-Remaining',
	ipLimit: 'X-Ratelimit-Limit2',
	ipRemaining: 'X-RateLimit-Remaining2',
} as const;
