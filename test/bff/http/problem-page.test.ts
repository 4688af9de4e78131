import { describe, expect, it } from 'vitest';
import { rawRequest } from '../raw-request.ts';
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

	it('says that there were too many requests', async () => {
		const { browser } = await startSite({ visitorLimits: { perAddress: 1, perSession: 1 } });
		expect((await browser.fetch('/cities', { headers: navigation })).status).toBe(200);
		const limited = await browser.fetch('/cities', { headers: navigation });
		expect([limited.status, await limited.text()]).toEqual([
			429,
			expect.stringContaining('<h1>That was a lot at once. Wait a moment.</h1>'),
		]);
	});

	it('mentions the hour if the visitor’s calls of the hour are used up', async () => {
		const { browser } = await startSite({ visitorCalls: 1 });
		const statuses = [];
		let last = '';
		for (const id of ['11', '12']) {
			const response = await browser.fetch(`/events/${id}`, { headers: navigation });
			statuses.push(response.status);
			last = await response.text();
		}
		expect(statuses.at(-1)).toBe(429);
		expect(last).toContain('<h1>You’ve reached the hourly limit.</h1>');
	});

	it('is shown even before any cookie is read', async () => {
		const { bff } = await startSite();
		const { status, body } = await rawRequest(bff.port, '/cities', {
			...navigation,
			host: 'elsewhere.example',
		});
		expect([status, body]).toEqual([421, expect.stringContaining('<h1>Something went wrong.</h1>')]);
	});
});
