/** Scopes, application levels and hourly limits (Spec §5, §8). */

export const scopes = ['event_basic_r', 'event_basic_w'] as const;
export type Scope = (typeof scopes)[number];

/** Scope of an authorization request without one (gap register, `default-scope`). */
export const defaultScope: Scope = 'event_basic_r';

/** @param access days that an access token is valid @param refresh days that a refresh token is valid */
const lifetimes = (access: number, refresh: number) => ({
	accessTokenSeconds: access * 86_400,
	refreshTokenSeconds: refresh * 86_400,
});

/** By application level: token lifetimes in seconds, limits in calls per hour. */
export const levels = {
	L1: { ...lifetimes(7, 14), callsPerIp: 5_000, callsPerUser: 500 },
	L2: { ...lifetimes(30, 60), callsPerIp: 10_000, callsPerUser: 1_000 },
	L3: { ...lifetimes(90, 180), callsPerIp: 20_000, callsPerUser: 2_000 },
} as const;
export type Level = keyof typeof levels;

/** The four headers of Spec §8, which the specification itself spells in two styles. */
export const rateLimitHeaders = {
	userLimit: 'X-Ratelimit-Limit',
	userRemaining: 'X-RateLimit-Remaining',
	ipLimit: 'X-Ratelimit-Limit2',
	ipRemaining: 'X-RateLimit-Remaining2',
} as const;
