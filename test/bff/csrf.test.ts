import { expect, it } from 'vitest';
import { outcomeOf } from './browser.ts';
import { rawRequest } from './raw-request.ts';
import { newState } from './sign-in.ts';
import { startSignedIn, startSite } from './start-site.ts';

const writes = [
	['POST', '/auth/login'],
	['POST', '/auth/token'],
	['POST', '/auth/logout'],
	['POST', '/auth/calendar'],
	['DELETE', '/auth/calendar'],
	['POST', '/web-vitals'],
	['POST', '/api/events/10/participants'],
	['DELETE', '/api/events/10/wishers'],
] as const;

const costly = [
	...['/cities/beijing', '/events/10', '/events/10.ics', '/sitemap.xml'],
	...['/previews/en/10.jpg', '/previews/en/cities/beijing.jpg'],
];

it.each([
	['an image', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
	['an image with crossorigin', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'image' }],
	['a script’s request', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
	['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
	['a prefetch', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }],
])('%s on another site loads nothing that may cost a call', async (_, headers) => {
	const { service, bff } = await startSite();
	const get = async (path: string) =>
		(await rawRequest(bff.port, path, { 'sec-fetch-site': 'cross-site', ...headers })).status;
	for (const path of costly) expect([path, await get(path)]).toEqual([path, 403]);
	expect(service.calls).toEqual([]);
	expect(await get('/robots.txt')).toBe(200);
});

it.each([
	['in a new visit', { 'sec-fetch-dest': 'document' }],
	['through the service worker', { 'sec-fetch-dest': 'empty' }],
	['in a browser without destinations', {}],
])('a link on another site, and the return from a sign-in, lead to every page %s', async (_, destination) => {
	const { bff } = await startSite();
	const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', ...destination };
	for (const path of ['/cities/beijing', '/events/10', '/events/10.ics', '/callback?code=a&state=b'])
		expect((await rawRequest(bff.port, path, headers)).status).toBe(200);
});

it('calls without the header, and writes from another site or origin, are rejected on every route, and the session stays signed in', async () => {
	const { service, browser } = await startSignedIn();
	const { length } = browser.setCookies;
	for (const headers of [
		{ 'X-CSRF': undefined },
		{ 'X-CSRF': '0' },
		{ 'Sec-Fetch-Site': 'cross-site' },
		{ 'Sec-Fetch-Site': 'same-site' },
		{ Origin: 'http://evil.example' },
		{ Origin: 'http://localhost:3000.evil.example' },
		{ 'Sec-Fetch-Site': undefined, Origin: 'null' },
		// Content types that browsers send cross-origin without a preflight.
		{ 'Content-Type': 'application/x-www-form-urlencoded' },
		{ 'Content-Type': 'text/plain' },
	])
		for (const [method, path] of writes) {
			const outcome = await outcomeOf(await browser.fetch(path, { method, body: {}, headers }));
			expect([headers, path, outcome]).toEqual([headers, path, [403, 'csrf']]);
		}
	for (const path of ['/auth/session', '/api/cities'])
		expect((await browser.fetch(path, { headers: { 'X-CSRF': undefined } })).status).toBe(403);
	expect(service.calls).toEqual([]);
	expect(browser.setCookies).toHaveLength(length);
	expect(await browser.session()).toMatchObject({ signed_in: true });
});

it('other sites never get permission to read a response', async () => {
	const { browser } = await startSite();
	const headers = { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' };
	for (const method of ['OPTIONS', 'GET']) {
		const response = await browser.fetch('/api/cities', { method, headers });
		expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
	}
});

it('a client that sends the header, but neither Origin nor Sec-Fetch-Site, is served', async () => {
	const { browser } = await startSite();
	const headers = { Origin: undefined, 'Sec-Fetch-Site': undefined };
	const body = { state: newState() };
	expect((await browser.fetch('/auth/login', { method: 'POST', body, headers })).status).toBe(204);
});
