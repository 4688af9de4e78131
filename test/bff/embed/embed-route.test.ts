import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../sandbox/start-sandbox.ts';
import { answer, fakeEvent, listOf, reject } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

/** The embed of a city whose list has these events. @param query of its URL */
async function embedOf(events: readonly object[], query = ''): Promise<string> {
	const { service, browser } = await startSite();
	service.handler = answer('/v2/event/list', listOf(...events));
	return (await browser.get(`/embed/cities/beijing${query}`)).text();
}

describe('the embed', () => {
	it('may be framed by any site, has no script and no cookie, and is smaller than 20 KB', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin)).browser();
		const response = await browser.get(
			'/embed/cities/beijing?day_type=week&count=20&lang=zh-Hans&theme=dark',
		);
		const html = await response.text();
		const policy = response.headers.get('content-security-policy') ?? '';
		expect(policy).toContain('frame-ancestors *');
		// Nothing else allows a script either.
		expect(policy).toContain("default-src 'none'");
		expect(policy).not.toContain('script-src');
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
		const html = await embedOf([fakeEvent], `?lang=${lang}&type=all`);
		expect(html).toContain(`<title>${title} · Daybill</title>`);
		expect(html).toContain(`<p>${when}</p>`);
		expect(html).toContain(`>${more}</a>`);
		expect(await embedOf([], `?lang=${lang}&type=film`)).toContain(`<p>${none}</p>`);
	});

	it('has initials in the colour of the type in place of a missing or broken image', async () => {
		const html = await embedOf([
			{ ...fakeEvent, id: '1', title: 'Late set: Blue Alley', category: 'music' },
			{ id: '2', title: '“夜航”读书会', category: 'course' },
		]);
		expect(html).toMatch(/<span data-type="music" aria-hidden="true">LS<img [^>]*alt=""/);
		expect(html).toContain('<span data-type="others" aria-hidden="true">夜航</span>');
	});

	it.each([
		['en', 'Sign in to see these events.', 'Sign in on Daybill'],
		['zh-Hans', '登录后查看这些活动。', '前往 Daybill 登录'],
	])(
		'says in %s where to sign in when the service shows the list to signed-in people only',
		async (lang, text, link) => {
			const { service, browser } = await startSite();
			service.handler = reject(102);
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
