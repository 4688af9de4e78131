import { describe, expect, it } from 'vitest';
import { breakOff, type FakeService, reject, respondTo, sendError, sendJson } from '../fake-service.ts';
import { pageDataOf } from '../page-data-of.ts';
import { startSite } from '../start-site.ts';

async function start(handler: FakeService['handler'] = () => undefined) {
	const { service, bff } = await startSite({ handler });
	const open = async (path: string, headers: Record<string, string> = {}) => {
		const response = await bff.browser().fetch(path, { headers: { 'accept-language': 'en', ...headers } });
		const html = await response.text();
		const [, root = ''] = /<div id="root"[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
		return {
			status: response.status,
			headers: response.headers,
			html,
			root,
			isIndexed: !html.includes('noindex'),
		};
	};
	return { service, bff, open };
}

describe('a page that the service cannot provide', () => {
	const failures: [what: string, status: number, handler: FakeService['handler']][] = [
		['sends something else', 502, (_call, response) => sendJson(response, 200, { locs: null, events: 'x' })],
		['fails', 502, (_call, response) => sendJson(response, 500, 'down')],
		['cannot be reached', 503, breakOff],
		['has reached a limit', 503, reject(112)],
	];
	const paths = [
		'/',
		'/cities',
		'/cities/beijing',
		'/cities/beijing?day_type=today',
		'/events/10',
		'/users/7/created',
	];

	it.each(failures)(
		'can be read without scripts and is not indexed, when the service %s: %d',
		async (_, status, handler) => {
			const { open } = await start(handler);
			for (const path of paths) {
				const page = await open(path, { 'accept-language': 'de' });
				expect([path, page.status, page.isIndexed]).toEqual([path, status, false]);
				expect(page.root).toMatch(/<main><h1>.{10,}<\/h1><p><a href="\/">Zur Startseite<\/a><\/p><\/main>$/);
				expect(page.headers.get('cache-control')).toBe('no-store');
				expect(page.headers.get('retry-after')).toBe(status === 503 ? '10' : null);
				expect(pageDataOf(page.html)).toMatchObject({ loc: null, locs: null, front: null, responses: {} });
			}
		},
	);

	it.each([
		['at a wrong base URL', 404, undefined],
		['with 105', 400, 105],
	])('says whom to contact when every call is rejected %s', async (_, status, code) => {
		const { open } = await start((call, response) =>
			code === undefined
				? sendJson(response, status, '<h1>Not here</h1>', { 'content-type': 'text/html' })
				: sendError(response, call, code),
		);
		for (const path of paths) {
			const page = await open(path);
			expect([path, page.status]).toEqual([path, 502]);
			expect(page.root).toContain('This site isn’t set up correctly. Contact the site administrator.');
		}
	});
});

it('a page that only signed-in users may see asks visitors without scripts to sign in', async () => {
	const { open } = await start(reject(102));
	for (const path of ['/events/10', '/cities/beijing', '/users/7/created', '/', '/cities']) {
		const { status, root, isIndexed } = await open(path);
		expect([path, status, isIndexed]).toEqual([path, 200, path === '/' || path === '/cities']);
		expect(root).toContain('<main><h1>Sign in to continue.</h1>');
	}
});

it.each([107, 113, 121])('a user whom the service does not know has no page (%d)', async (code) => {
	const { open } = await start(reject(code, '/v2/event/user_created/'));
	const { status, root, isIndexed } = await open('/users/anything/created');
	expect([status, isIndexed]).toEqual([404, false]);
	expect(root).toContain('<h1>Page not found</h1>');
});

it('a path with a final slash redirects to the path with its query', async () => {
	const { open } = await start();
	for (const [path, status, target] of [
		['/cities/beijing/', 308, '/cities/beijing'],
		['/events/a%2Fb/?x=1', 308, '/events/a%2Fb?x=1'],
		['/privacy/', 308, '/privacy'],
		['/feeds/cities/beijing.ics/', 308, '/feeds/cities/beijing.ics'],
		['//evil.example/', 404, null],
		['/\\evil.example/', 404, null],
		['/cities/beijing/?type=film', 308, '/cities/beijing?type=film'],
		['/cities/PEKING', 404, null],
		['/nowhere', 404, null],
		['/api/cities/', 404, null],
	] as const) {
		const page = await open(path);
		expect([path, page.status, page.headers.get('location')]).toEqual([path, status, target]);
	}
});

it('the start page redirects to the city of the last visit', async () => {
	const { open } = await start(
		respondTo('/v2/loc/', (response, { url }) => {
			const id = decodeURIComponent(url.slice('/v2/loc/'.length));
			const loc = { id, name: id, uid: id, parent: '', habitable: 'yes' };
			sendJson(response, 200, id.startsWith('list') ? { start: 0, total: 0, locs: [] } : loc);
		}),
	);
	for (const [city, target] of [
		[encodeURIComponent('beijing\n北京'), '/cities/beijing'],
		[encodeURIComponent('a/b'), '/cities/a%2Fb'],
		[encodeURIComponent('//evil.example'), '/cities/%2F%2Fevil.example'],
	]) {
		const { status, headers } = await open('/', { cookie: `daybill-city=${city}` });
		expect([status, headers.get('location')]).toEqual([302, target]);
		expect(headers.get('cache-control')).toBe('no-store');
	}
	for (const none of ['', '..', '%2e%2E'])
		expect((await open('/', { cookie: `daybill-city=${none}` })).status).toBe(200);
});

it('the start page and a search redirect only to a city that exists, or to any city while the cities cannot be read', async () => {
	const { service, open } = await start();
	const targetOf = async (path: string, city: string) => {
		const { status, headers } = await open(path, { cookie: `daybill-city=${city}` });
		return [status, headers.get('location')];
	};
	expect(await targetOf('/search?q=jazz', 'beijing')).toEqual([302, '/cities/beijing/search?q=jazz']);
	for (const path of ['/', '/search?q=jazz']) expect(await targetOf(path, 'nowhere')).toEqual([200, null]);
	service.handler = breakOff;
	expect(await targetOf('/', 'elsewhere')).toEqual([302, '/cities/elsewhere']);
});
