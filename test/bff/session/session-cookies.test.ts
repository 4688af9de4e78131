import cookie from '@fastify/cookie';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Cookies, createCookies } from '../../../src/bff/session/session-cookies.ts';

type Set = (cookies: Cookies, request: FastifyRequest, reply: FastifyReply) => void;

/** The headers of a response for which `set` was called, to a request with these cookies. */
async function headersOf(publicUrl: string, set: Set, cookies: Record<string, string> = {}) {
	const app = fastify();
	onTestFinished(() => app.close());
	await app.register(cookie);
	app.get('/', async (request, reply) => {
		set(createCookies(publicUrl), request, reply);
		return '';
	});
	return (await app.inject({ url: '/', cookies })).headers;
}

/** The `Set-Cookie` headers of such a response. */
async function setCookies(...input: Parameters<typeof headersOf>): Promise<string[]> {
	return [(await headersOf(...input))['set-cookie'] ?? []].flat();
}

const http = 'http://localhost:3000';
const https = 'https://events.example';

const set: Set = (cookies, request, reply) => cookies.setSession(request, reply, 'an-id');
const clear: Set = (cookies, _request, reply) => cookies.clearSession(reply);

describe('the cookie of a session', () => {
	it.each([
		['is limited to this host on https', https, '__Host-daybill=an-id', ' Secure;'],
		['has no prefix on http, where browsers would reject it,', http, 'daybill=an-id', ''],
	])('%s and lasts 180 days', async (_what, url, pair, secure) => {
		const line = `${pair}; Max-Age=15552000; Path=/; HttpOnly;${secure} SameSite=Strict`;
		expect(await setCookies(url, set)).toEqual([line]);
	});

	it('is cleared with the attributes it was set with', async () => {
		const [line = ''] = await setCookies(https, clear);
		expect(line).toMatch(/^__Host-daybill=; .*Path=\/; .*1970.*HttpOnly; Secure; SameSite=Strict$/);
	});
});

it('on https, a subdomain’s cookies are not read as those of a session or sign-in', () => {
	const isRead = (pair: string) => createCookies(https).patterns.some((pattern) => pattern.test(pair));
	expect(['__Host-daybill=a', '__Host-daybill-sign-in-a=a', 'daybill-theme=dark'].map(isRead)).toEqual([
		true,
		true,
		true,
	]);
	expect(['daybill=a', 'daybill-sign-in-a=a'].map(isRead)).toEqual([false, false]);
});

it('Clear-Site-Data is sent with a sign-in only if it ends another session', async () => {
	const clearedWith = async (cookies = {}) => (await headersOf(http, set, cookies))['clear-site-data'];
	expect(await clearedWith()).toBeUndefined();
	expect(await clearedWith({ daybill: 'an-id' })).toBeUndefined();
	expect(await clearedWith({ daybill: 'another-id' })).toBe('"cache"');
});

const begin =
	(state: string): Set =>
	(cookies, _request, reply) =>
		cookies.setNonce(reply, state, 'a-nonce', 600);
const nameOf = (line = '') => line.split('=')[0] ?? '';

it('the cookie of a sign-in belongs to its state, and lasts as long as the sign-in', async () => {
	const [line = '', ...others] = await setCookies(https, begin('state-1'));
	expect(line).toMatch(
		/^__Host-daybill-sign-in-[\w-]{12}=a-nonce; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
	);
	expect(others).toEqual([]);
	const [other] = await setCookies(https, begin('state-2'));
	expect(nameOf(other)).not.toBe(nameOf(line));
});
