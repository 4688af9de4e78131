import { describe, expect, it } from 'vitest';
import { fakeEvent, sendJson } from '../fake-service.ts';
import { renderedWeb } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

/** A server build that renders its input, or throws. The end-to-end tests cover the app's own build. */
const serverEntry = `let calls = 0;
export const renderPage = async ({ url, locale, page }) => {
	if (url.includes('broken')) throw new Error('a component threw');
	if (url.includes('late')) return null;
	return '<main data-calls="' + ++calls + '">' + locale + ' ' + Object.keys(page.responses).join() + '</main>';
};`;

async function start() {
	const { service, bff } = await startSite({ webDir: await renderedWeb(serverEntry) });
	service.handler = (call, response) =>
		/^\/v2\/event\/(?!list)/.test(call.url) ? sendJson(response, 200, fakeEvent) : undefined;
	return {
		bff,
		service,
		get: async (path: string, headers: Record<string, string> = {}) => {
			const response = await fetch(bff.origin + path, { headers });
			const html = await response.text();
			return {
				headers: response.headers,
				html,
				root: /<html[^>]*>/.exec(html)?.[0],
				rendered: /<div id="root"[^>]*>(.*?)<\/div>/s.exec(html)?.[0],
			};
		},
	};
}

describe('the server-rendered HTML of a page', () => {
	it('is in the language that the browser requests, with a Vary header for caches', async () => {
		const { get } = await start();
		const chinese = await get('/events/10', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' });
		expect(chinese.root).toBe('<html lang="zh-Hans">');
		expect(chinese.rendered).toContain('<div id="root" data-locale="zh-Hans">');
		expect(chinese.rendered).toContain('zh-Hans /api/events/10');
		expect(chinese.headers.get('vary')).toContain('accept-language');
		expect((await get('/events/10', { 'accept-language': 'nl, en' })).rendered).toContain('>en /api');
	});

	it('prefers the language in the settings, and ignores an unknown one', async () => {
		const { get } = await start();
		const chosen = await get('/events/10', {
			'accept-language': 'en',
			cookie: 'daybill-locale=zh-Hans; daybill-theme=dark',
		});
		expect(chosen.root).toBe('<html lang="zh-Hans" data-theme="dark">');
		const odd = await get('/events/10', { cookie: 'daybill-locale="><script>; daybill-theme="onload=1' });
		expect(odd.root).toBe('<html lang="en">');
	});

	it('is rendered once for the same data, language and clock format', async () => {
		const { get } = await start();
		const calls = async (language: string) =>
			/data-calls="(\d+)"/.exec(
				(await get('/events/10', { 'accept-language': language })).rendered ?? '',
			)?.[1];
		const languages = ['en', 'zh', 'en-GB', 'en-AU', 'zh', 'en'];
		const made: (string | undefined)[] = [];
		for (const language of languages) made.push(await calls(language));
		expect(made).toEqual(['1', '2', '3', '1', '2', '1']);
		expect(
			(await get('/events/10?utm_source=chat&type=made-up', { 'accept-language': 'en' })).rendered,
		).toContain('data-calls="1"');
	});

	it('is left to the browser where the app does not render on the server, is late or throws, which is logged', async () => {
		const { get, bff } = await start();
		for (const path of [...['/developers', '/callback'], ...['/events/late', '/events/broken']])
			expect([path, (await get(path)).rendered]).toEqual([
				path,
				expect.stringMatching(
					/^<div id="root"><noscript><header>.+<\/header><main><h1>.+<\/h1><p>To use this, turn on JavaScript in your browser\.<\/p>/,
				),
			]);
		expect(bff.log.join('')).toContain('could not render a page');
		expect((await get('/events/10')).rendered).toContain('data-calls');
	});
});
