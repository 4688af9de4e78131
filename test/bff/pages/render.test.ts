import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BffSettings } from '../../../src/bff/settings.ts';
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

/** @param sheet the style sheet of a first visit */
async function start({ sheet }: { sheet?: string } = {}, settings: Partial<BffSettings> = {}) {
	const webDir = await renderedWeb(serverEntry);
	if (sheet !== undefined) {
		await writeFile(join(webDir, 'assets/first-1.css'), sheet);
		const index = await readFile(join(webDir, 'index.html'), 'utf8');
		const link = '<link rel="stylesheet" crossorigin href="/assets/first-1.css">';
		await writeFile(join(webDir, 'index.html'), index.replace('</head>', `${link}</head>`));
	}
	const { service, bff } = await startSite({ webDir, ...settings });
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
				scripts: [...html.matchAll(/<script (?!type="application)[^>]*>/g)].map(([tag]) => tag),
			};
		},
	};
}

/** URLs of the files that the page loads after its first image, by their `rel`. */
const deferred = (html: string, rel: string) =>
	[...html.matchAll(/<link data-rel="(\w+)" href="([^"]+)">/g)]
		.filter(([, kind]) => kind === rel)
		.map(([, , url]) => url);

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

	it('leaves its scripts and its manifest to the loader that runs after the image; a page that is not rendered loads them immediately', async () => {
		const { get } = await start();
		const rendered = await get('/events/10');
		expect(rendered.scripts).toEqual(['<script data-waiting>']);
		expect(deferred(rendered.html, 'modulepreload')).toEqual(['/assets/app-abc123.js']);
		const manifest = expect.stringMatching(/^\/brand\/[\w-]+\/manifest-en\.webmanifest$/);
		expect(deferred(rendered.html, 'manifest')).toEqual([manifest]);
		expect(rendered.html).not.toMatch(/ rel="(manifest|modulepreload)"/);
		expect(rendered.html).toContain('<link rel="icon" href="data:," data-href="/icon.svg"');
		const other = await get('/developers');
		expect(other.scripts).toEqual([
			'<script data-start>',
			'<script type="module" src="/assets/app-abc123.js">',
		]);
		expect(other.html).toContain('<link rel="manifest" href="/brand/');
	});

	it('embeds its styles, which the policy allows by their hashes; a page that is not rendered links them', async () => {
		const sheet = '.list{color:red}';
		const { get } = await start({ sheet });
		const { html, headers } = await get('/events/10');
		const hash = createHash('sha256').update(sheet).digest('base64');
		expect(html).toContain(`<style>${sheet}</style>`);
		// A disabled link tells the module loader that the styles are present.
		expect(html.match(/<link rel="stylesheet".*?>/g)).toEqual([
			'<link rel="stylesheet" href="/assets/first-1.css" disabled>',
		]);
		expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`);
		const other = await get('/developers');
		expect(other.html).toContain('<link rel="stylesheet" crossorigin href="/assets/first-1.css">');
		expect(other.html).not.toContain(sheet);
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
