/** Mutants that can be caught only with a token (Spec §3.1, §8). */
import type { Mutant } from '../mutating-proxy.ts';
import { at, header, json, otherCode, paths, tokens } from './changes.ts';

export const tokenMutants: readonly Mutant[] = [
	{
		name: 'no X-Ratelimit-Limit',
		caughtBy: ['limits.X-Ratelimit-Limit', 'limits.level'],
		response: header('X-Ratelimit-Limit', () => undefined),
	},
	{
		name: 'no X-RateLimit-Remaining2',
		caughtBy: ['limits.X-RateLimit-Remaining2', 'limits.counting'],
		response: header('X-RateLimit-Remaining2', () => undefined),
	},
	{
		name: 'X-Ratelimit-Limit2 under another name',
		caughtBy: ['limits.X-Ratelimit-Limit2'],
		response: header('X-Ratelimit-Limit2', (value) => ['X-Ratelimit-Limit-Ip', value]),
	},
	{
		name: 'a limit in words',
		caughtBy: ['limits.X-RateLimit-Remaining'],
		response: header('X-RateLimit-Remaining', () => ['X-RateLimit-Remaining', 'plenty']),
	},
	{
		name: 'limits that match no level',
		caughtBy: ['limits.level'],
		response: header('X-Ratelimit-Limit', () => ['X-Ratelimit-Limit', '750']),
	},
	{
		name: 'a remaining that never falls',
		caughtBy: ['limits.counting'],
		response: header('X-RateLimit-Remaining', () => ['X-RateLimit-Remaining', '400']),
	},
	{
		name: 'a remaining that falls by five',
		caughtBy: ['limits.counting'],
		response: header('X-RateLimit-Remaining', (value) => [
			'X-RateLimit-Remaining',
			String(500 - 5 * (500 - Number(value))),
		]),
	},
	{
		name: 'a remaining that counts the calls made',
		caughtBy: ['limits.counting'],
		response: header('X-RateLimit-Remaining', (value) => [
			'X-RateLimit-Remaining',
			String(500 - Number(value)),
		]),
	},
	{
		name: 'more calls remain for an IP address than the limit',
		caughtBy: ['limits.counting'],
		response: header('X-RateLimit-Remaining2', (value) => [
			'X-RateLimit-Remaining2',
			String(Number(value) + 1_000),
		]),
	},
	{
		name: 'no limit headers on failures',
		caughtBy: ['limits.on-failures'],
		response: (response) => {
			if (response.status === 400)
				response.headers = response.headers.filter(([name]) => !/ratelimit/i.test(name));
		},
	},
	{
		name: 'a good token fails',
		caughtBy: ['token.read'],
		request: (request) =>
			request.token !== undefined && at(request, paths.locs)
				? json(400, { code: 103, msg: 'invalid_access_token', request: 'GET /v2/loc/list' })
				: undefined,
	},
	{
		name: 'a refresh before expiry returns tokens',
		caughtBy: ['token.refresh-early'],
		request: (request) =>
			request.url.searchParams.get('grant_type') === 'refresh_token' ? json(200, tokens) : undefined,
	},
	{
		name: '119 for a refresh before expiry',
		caughtBy: ['token.refresh-early'],
		response: otherCode(124, 119, 'invalid_refresh_token'),
	},
];
