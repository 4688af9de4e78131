/** Mutants that show only to someone with a token (Spec §3.1, §8). */
import type { Mutant } from '../mutating-proxy.ts';
import { at, header, json, otherCode, paths, tokens } from './changes.ts';

export const tokenMutants: readonly Mutant[] = [
	{
		name: 'no X-Ratelimit-Limit',
		caughtBy: ['limits.X-Ratelimit-Limit', 'limits.level'],
		answer: header('X-Ratelimit-Limit', () => undefined),
	},
	{
		name: 'no X-RateLimit-Remaining2',
		caughtBy: ['limits.X-RateLimit-Remaining2', 'limits.counting'],
		answer: header('X-RateLimit-Remaining2', () => undefined),
	},
	{
		name: 'X-RateLimit-Limit2 spelled another way',
		caughtBy: ['limits.X-Ratelimit-Limit2'],
		answer: header('X-Ratelimit-Limit2', (value) => ['X-RateLimit-Limit2', value]),
	},
	{
		name: 'a limit in words',
		caughtBy: ['limits.X-RateLimit-Remaining'],
		answer: header('X-RateLimit-Remaining', () => ['X-RateLimit-Remaining', 'plenty']),
	},
	{
		name: 'limits of no level',
		caughtBy: ['limits.level'],
		answer: header('X-Ratelimit-Limit', () => ['X-Ratelimit-Limit', '750']),
	},
	{
		name: 'a remaining that never falls',
		caughtBy: ['limits.counting'],
		answer: header('X-RateLimit-Remaining', () => ['X-RateLimit-Remaining', '400']),
	},
	{
		name: 'no limit headers on failures',
		caughtBy: ['limits.on-failures'],
		answer: (answer) => {
			if (answer.status === 400) answer.headers = answer.headers.filter(([name]) => !/ratelimit/i.test(name));
		},
	},
	{
		name: 'a good token is refused',
		caughtBy: ['token.read'],
		request: (request) =>
			request.token !== undefined && at(request, paths.locs)
				? json(400, { code: 103, msg: 'invalid_access_token', request: 'GET /v2/loc/list' })
				: undefined,
	},
	{
		name: 'a refresh before expiry gives tokens',
		caughtBy: ['token.refresh-early'],
		request: (request) =>
			request.url.searchParams.get('grant_type') === 'refresh_token' ? json(200, tokens) : undefined,
	},
	{
		name: '119 for a refresh before expiry',
		caughtBy: ['token.refresh-early'],
		answer: otherCode(124, 119, 'invalid_refresh_token'),
	},
];
