import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

const navigation = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('a problem that a person meets in the browser', () => {
	it.each([
		['en-US', 'Page not found', 'Go home'],
		['zh-CN', '页面不存在', '回到首页'],
	])('is a page in the reader’s language, with a way on: %s', async (language, heading, link) => {
		const browser = (await startTestBff((await startFakeService()).origin)).browser();
		const response = await browser.fetch('/feeds/cities/atlantis.ics', {
			headers: { ...navigation, 'Accept-Language': language },
		});
		expect(response.status).toBe(404);
		expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(response.headers.get('cache-control')).toBe('no-store');
		const html = await response.text();
		expect(html).toContain(`<title>${heading} · Daybill</title>`);
		expect(html).toContain(`<h1>${heading}</h1>`);
		expect(html).toContain(`<a href="/">${link}</a>`);
		expect(html).toContain('<small>404</small>');
	});

	it('is for a program what it was', async () => {
		const browser = (await startTestBff((await startFakeService()).origin)).browser();
		const response = await browser.get('/feeds/cities/atlantis.ics');
		expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
	});

	it('says so when there were too many requests', async () => {
		const visitorLimits = { perAddress: 1, perSession: 1 };
		const browser = (await startTestBff((await startFakeService()).origin, { visitorLimits })).browser();
		const pages = [];
		for (let call = 0; call < 2; call++) pages.push(await browser.fetch('/cities', { headers: navigation }));
		expect(pages.map(({ status }) => status)).toEqual([200, 429]);
		expect(await pages[1]?.text()).toContain('<h1>Too many requests at once. Wait a moment.</h1>');
	});

	it('is a page also before any cookie is read', async () => {
		const { origin } = await startTestBff((await startFakeService()).origin);
		const elsewhere = request(`${origin}/cities`, { headers: { ...navigation, Host: 'elsewhere.example' } });
		const [response] = (await once(elsewhere.end(), 'response')) as [IncomingMessage];
		expect(response.statusCode).toBe(421);
		expect(await text(response)).toContain('<h1>Something went wrong.</h1>');
	});
});
