/** Private events, and those with an unknown `is_priv`, are on no public surface (gap `private-events`). */
import { describe, expect, it } from 'vitest';
import type { Browser } from './browser.ts';
import { answer, fakeEvent, listOf, sendJson } from './fake-service.ts';
import { pageDataOf } from './page-data-of.ts';
import { startSite } from './start-site.ts';

const publicPaths = [
	'/feeds/cities/beijing.ics',
	'/feeds/cities/beijing.atom',
	'/feeds/cities/beijing.json',
	'/embed/cities/beijing',
	'/embed/events/10',
	'/cities/beijing',
	'/cities/beijing?day_type=today',
	'/cities/beijing?day=2026-11-21',
	'/cities/beijing?view=calendar&day=2026-11-21',
	'/cities/beijing/search?q=party&day=2026-11-21',
	'/cities/beijing/places/a%20street',
	'/users/1/created',
	'/users/1/participated',
	'/front/cities/beijing',
	'/events/10',
	'/search/cities/beijing?q=party',
	'/search/cities/beijing?day=2026-11-21',
	'/search/cities/beijing/days?from=2026-11-20&to=2026-11-22',
	'/sitemap.xml',
];

async function start(is_priv: unknown) {
	const { service, bff } = await startSite();
	const event = { ...fakeEvent, title: 'a secret party', end_time: '2026-11-23 21:00:00', is_priv };
	service.handler = answer('/v2/event/', { ...event, ...listOf(event) });
	return bff;
}

describe.each(['yes', 'perhaps'])('an event whose is_priv is %j', (is_priv) => {
	it('appears in no calendar, feed, embed, page, head, image, search or sitemap', async () => {
		const bff = await start(is_priv);
		const browser = bff.browser();
		for (const reader of [browser, await bff.member()])
			for (const path of ['/events/10', '/api/events/10', '/api/cities/108288/events'])
				await reader.get(path);
		for (const path of ['/events/10.ics', '/previews/en/10.jpg'])
			expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
		for (const path of publicPaths) {
			const text = await browser.text(path);
			expect([path, /secret party|\/events\/10/.test(text)]).toEqual([path, false]);
		}
		const page = await browser.get('/events/10');
		const html = await page.text();
		expect(page.status).toBe(404);
		expect(html).toContain('<meta name="robots" content="noindex">');
		expect(html).not.toContain('canonical');
		expect(pageDataOf(html).responses).toEqual({});
	});
});

it('a public event appears on all public surfaces', async () => {
	const browser = (await start('no')).browser();
	for (const path of ['/events/10.ics', '/previews/en/10.jpg'])
		expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
	for (const path of publicPaths) {
		const text = await browser.text(path);
		expect([path, /secret party|\/events\/10/.test(text)]).toEqual([path, true]);
	}
});

/** Whether the search and the sitemap contain event 10. */
async function isShown(browser: Browser): Promise<boolean[]> {
	const search = await browser.text('/cities/beijing/search?q=street&day=2026-11-21');
	return [search.includes('An evening'), (await browser.text('/sitemap.xml')).includes('/events/10')];
}

it('an event that a list contains without is_priv leaves sitemap and search results once its own response says it is private', async () => {
	const { service, browser } = await startSite();
	const { is_priv: _, ...listed } = fakeEvent;
	service.handler = (call, response) => {
		if (call.url === '/v2/event/10') return sendJson(response, 200, { ...fakeEvent, is_priv: 'yes' });
		return call.url.startsWith('/v2/event/list')
			? sendJson(response, 200, listOf({ ...listed, content: undefined }))
			: undefined;
	};
	expect(await isShown(browser)).toEqual([true, true]);
	await browser.get('/events/10');
	expect(await isShown(browser)).toEqual([false, false]);
});
