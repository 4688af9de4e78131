import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeEvent, sendJson, startFakeService } from '../fake-service.ts';
import { builtWeb, startTestBff, temporaryFolder } from '../start-bff.ts';

/** A build for servers that tells what it was asked for, and breaks on one event. The app's own is tried in Chromium. */
const serverEntry = `let calls = 0;
export const renderScreen = async ({ address, locale, page }) => {
	if (address.includes('broken')) throw new Error('a component threw');
	if (address.includes('late')) return null;
	return '<main data-calls="' + ++calls + '">' + locale + ' ' + Object.keys(page.answers).join() + '</main>';
};`;

async function start() {
	const folder = await temporaryFolder();
	await mkdir(path.join(folder, 'server'));
	await writeFile(path.join(folder, 'server/package.json'), '{"type":"module"}');
	await writeFile(path.join(folder, 'server/server-entry.js'), serverEntry);
	const service = await startFakeService();
	service.handler = (call, response) =>
		call.url?.startsWith('/v2/event/') === true ? sendJson(response, 200, fakeEvent) : undefined;
	const bff = await startTestBff(service.origin, { webDir: await builtWeb(path.join(folder, 'web')) });
	return {
		bff,
		get: async (address: string, headers: Record<string, string> = {}) => {
			const answer = await fetch(bff.origin + address, { headers });
			const html = await answer.text();
			return {
				headers: answer.headers,
				root: /<html[^>]*>/.exec(html)?.[0],
				screen: /<div id="root"[^>]*>(.*?)<\/div>/s.exec(html)?.[0],
				programs: [...html.matchAll(/<script type="module"[^>]*>/g)].map(([tag]) => tag),
			};
		},
	};
}

describe('the first screen as HTML (design §9)', () => {
	it('comes in the language that the browser asks for, and says so for caches', async () => {
		const { get } = await start();
		const chinese = await get('/events/10', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' });
		expect(chinese.root).toBe('<html lang="zh-Hans">');
		expect(chinese.screen).toContain('<div id="root" data-locale="zh-Hans">');
		expect(chinese.screen).toContain('zh-Hans /api/v2/event/10');
		expect(chinese.headers.get('vary')).toContain('accept-language');
		expect((await get('/events/10', { 'accept-language': 'fr, en' })).screen).toContain('>en /api');
	});

	it('goes by what was chosen in the settings before that, and by no made-up choice', async () => {
		const { get } = await start();
		const chosen = await get('/events/10', {
			'accept-language': 'en',
			cookie: 'daybill-locale=zh-Hans; daybill-theme=dark',
		});
		expect(chosen.root).toBe('<html lang="zh-Hans" data-theme="dark">');
		const odd = await get('/events/10', { cookie: 'daybill-locale="><script>; daybill-theme="onload=1' });
		expect(odd.root).toBe('<html lang="en">');
	});

	it('is made once for the same data, and apart for each language', async () => {
		const { get } = await start();
		const calls = async (language: string) =>
			/data-calls="(\d+)"/.exec((await get('/events/10', { 'accept-language': language })).screen ?? '')?.[1];
		expect([await calls('en'), await calls('zh'), await calls('en'), await calls('zh')]).toEqual([
			'1',
			'2',
			'1',
			'2',
		]);
		expect((await get('/events/10?utm_source=chat&type=made-up')).screen).toContain('data-calls="1"');
	});

	it('names its programs to the one that loads them after the picture, and has them at once without a screen', async () => {
		const { get } = await start();
		expect((await get('/events/10')).programs).toEqual([
			'<script type="module" src="/assets/start-1.js" data-modules="/assets/app-abc123.js">',
		]);
		expect((await get('/settings')).programs).toEqual(['<script type="module" src="/assets/app-abc123.js">']);
	});

	it.each(['/settings', '/me/participated', '/events/broken', '/events/late', '/events/10?view=map'])(
		'is left to the browser at %s',
		async (address) => {
			const { get } = await start();
			expect((await get(address)).screen).toBe('<div id="root"></div>');
		},
	);

	it('tells the log when a component throws, without harm to the page', async () => {
		const { get, bff } = await start();
		await get('/events/broken');
		expect(bff.log.join('')).toContain('a screen could not be rendered');
		expect((await get('/events/10')).screen).toContain('data-calls');
	});
});
