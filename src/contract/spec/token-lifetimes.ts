const day = 86_400;

/** How long tokens are valid, in seconds, by application level (Spec §5). */
export const tokenLifetimes = {
	L1: { accessTokenSeconds: 7 * day, refreshTokenSeconds: 14 * day },
	L2: { accessTokenSeconds: 30 * day, refreshTokenSeconds: 60 * day },
	L3: { accessTokenSeconds: 90 * day, refreshTokenSeconds: 180 * day },
} as const;
