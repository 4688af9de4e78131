import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../sandbox/start-sandbox.ts';
import { fakeEvent, sendError, sendJson, startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

describe('the embed', () => {
	it('may be framed by any site, has no script and no cookie, and is smaller than 20 KB', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin)).browser();
		const response = await browser.get(
			'/embed/cities/beijing?day_type=week&count=20&lang=zh-Hans&theme=dark',
		);
		const html = await response.text();
		expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
		expect(response.headers.get('x-frame-options')).toBeNull();
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(html).not.toContain('<script');
		expect(html).toContain('lang="zh-Hans" data-theme="dark"');
		expect(html.match(/<li>/g)).toHaveLength(20);
		expect(Buffer.byteLength(html)).toBeLessThan(20_000);
	});

	it.each([
		['en', '北京 · This week', 'Sat, 21 Nov 2026, 19:00', 'See more on Daybill', 'No events yet.'],
		['zh-Hans', '北京 · 本周', '2026年11月21日周六 19:00', '在 Daybill 查看更多', '还没有活动。'],
	])('is in the language that its URL names: %s', async (lang, title, when, more, none) => {
		const service = await startFakeService();
		let events = [fakeEvent];
		service.handler = (call, response) =>
			call.url.startsWith('/v2/event/list')
				? sendJson(response, 200, { count: events.length, start: 0, total: events.length, events })
				: undefined;
		const embed = async (type: string) =>
			(await startTestBff(service.origin)).browser().get(`/embed/cities/beijing?lang=${lang}&type=${type}`);
		const html = await (await embed('all')).text();
		expect(html).toContain(`<title>${title} · Daybill</title>`);
		expect(html).toContain(`<p>${when}</p>`);
		expect(html).toContain(`>${more}</a>`);
		events = [];
		expect(await (await embed('film')).text()).toContain(`<p>${none}</p>`);
	});

	it('escapes every title', async () => {
		const service = await startFakeService();
		const title = '"><img src=x onerror=alert(1)>&amp;';
		service.handler = (call, response) =>
			call.url.startsWith('/v2/event/list')
				? sendJson(response, 200, {
						count: 1,
						start: 0,
						total: 1,
						events: [{ ...fakeEvent, title: `a ${title}` }],
					})
				: undefined;
		const html = await (
			await (await startTestBff(service.origin)).browser().get('/embed/cities/beijing')
		).text();
		expect(html).not.toContain('onerror');
	});

	it('has initials in the colour of the type in place of a missing or broken image', async () => {
		const service = await startFakeService();
		service.handler = (call, response) =>
			call.url.startsWith('/v2/event/list')
				? sendJson(response, 200, {
						events: [
							{ ...fakeEvent, id: '1', title: 'Late set: Blue Alley', category: 'music' },
							{ id: '2', title: '“夜航”读书会', category: 'course' },
						],
					})
				: undefined;
		const html = await (
			await (await startTestBff(service.origin)).browser().get('/embed/cities/beijing')
		).text();
		expect(html).toMatch(/<span data-type="music" aria-hidden="true">LS<img [^>]*alt=""/);
		expect(html).toContain('<span data-type="others" aria-hidden="true">夜航</span>');
	});

	it.each([
		['en', 'Sign in to see these events.', 'Sign in on Daybill'],
		['zh-Hans', '登录后查看这些活动。', '前往 Daybill 登录'],
	])(
		'says in %s where to sign in when the service shows the list to signed-in people only',
		async (lang, text, link) => {
			const service = await startFakeService();
			service.handler = (call, response) => sendError(response, call, 102);
			const browser = (await startTestBff(service.origin)).browser();
			const response = await browser.get(`/embed/cities/st.%20gallen?lang=${lang}`);
			const html = await response.text();
			expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store']);
			expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
			expect(html).toContain(text);
			expect(html).toContain(
				`<a href="http://localhost:3000/cities/st.%20gallen" target="_blank" rel="noopener">${link}</a>`,
			);
		},
	);
});
