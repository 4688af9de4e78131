import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../sandbox/start-sandbox.ts';
import { reject } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

describe('robots.txt and the sitemap', () => {
	it('robots.txt disallows personal pages and names the sitemap, which lists cities and known events', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin)).browser();
		const robots = await browser.text('/robots.txt');
		expect(robots).toContain('Disallow: /me/');
		expect(robots).toContain('Sitemap: http://localhost:3000/sitemap.xml');
		await browser.get('/cities/beijing?day_type=week');
		const sitemap = await browser.text('/sitemap.xml');
		expect(sitemap).toContain('<loc>http://localhost:3000/cities/beijing</loc>');
		expect(sitemap.match(/\/events\/\d+/g)?.length).toBeGreaterThan(5);
	});

	it('the sitemap omits the cities if the service shows them only to signed-in users', async () => {
		const { browser } = await startSite({ handler: reject(102) });
		const response = await browser.get('/sitemap.xml');
		const urls = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
		expect([response.status, urls]).toEqual([200, ['http://localhost:3000/cities']]);
	});
});
