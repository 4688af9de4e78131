import { describe, expect, it } from 'vitest';
import { startSite } from '../start-site.ts';

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('an error page', () => {
	it('is in the visitor’s language with a link home, and is JSON for programs', async () => {
		const { browser } = await startSite();
		for (const [language, heading, link] of [
			['en-US', 'Page not found', 'Go to the home page'],
			['zh-CN', '页面不存在', '回到首页'],
		] as const) {
			const headers = { ...navigation, 'Accept-Language': language };
			const response = await browser.fetch('/feeds/cities/atlantis.ics', { headers });
			expect(response.status).toBe(404);
			expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
			expect(response.headers.get('cache-control')).toBe('no-store');
			const html = await response.text();
			expect(html).toContain(`<title>${heading} · Daybill</title>`);
			expect(html).toContain(`<h1>${heading}</h1>`);
			expect(html).toContain(`<a href="/">${link}</a>`);
			expect(html).toContain('<small>404</small>');
		}
		const response = await browser.get('/feeds/cities/atlantis.ics');
		expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
	});

	it.each([
		[
			'too many requests',
			{ visitorLimits: { perAddress: 1, perSession: 1 } },
			'Too much at once. Wait a moment.',
		],
		['too many calls in an hour', { visitorCalls: 1 }, 'You’ve reached the hourly limit.'],
	])('says that there were %s', async (_what, settings, heading) => {
		const { browser } = await startSite(settings);
		await browser.get('/events/11');
		const limited = await browser.fetch('/events/12', { headers: navigation });
		expect(limited.status).toBe(429);
		expect(await limited.text()).toContain(`<h1>${heading}</h1>`);
	});
});
