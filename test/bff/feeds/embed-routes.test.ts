import { describe, expect, it } from 'vitest';
import { answer, eventOn, fakeEvent, listOf, reject } from '../fake-service.ts';
import { startSite } from '../start-site.ts';

/** The embed of a city whose list has these events. @param query of its URL */
async function embedOf(events: readonly object[], query = ''): Promise<string> {
	const { browser } = await startSite({ handler: answer('/v2/event/list', listOf(...events)) });
	return browser.text(`/embed/cities/beijing${query}`);
}

describe('the embed', () => {
	it('may be framed by any site, has no scripts or cookies, and is smaller than 20 KB', async () => {
		const { service, browser } = await startSite();
		const events = Array.from({ length: 300 }, (_, id) => ({ ...fakeEvent, id: String(id) }));
		service.handler = answer('/v2/event/list', listOf(...events));
		const response = await browser.get('/embed/cities/beijing?count=20&lang=zh-Hans&theme=dark');
		const html = await response.text();
		const policy = response.headers.get('content-security-policy') ?? '';
		expect(policy).toContain('frame-ancestors *');
		// No other directive allows scripts.
		expect(policy).toContain("default-src 'none'");
		expect(policy).not.toContain('script-src');
		expect(response.headers.get('x-frame-options')).toBeNull();
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(html).not.toContain('<script');
		expect(html).toContain('lang="zh-Hans" data-theme="dark"');
		expect(html.match(/<li>/g)).toHaveLength(20);
		expect(Buffer.byteLength(html)).toBeLessThan(20_000);
	});

	it('spends none of a visitor’s calls when another site shows it', async () => {
		const { browser } = await startSite({ visitorCalls: 10 });
		const types = ['music', 'film', 'drama', 'salon', 'party', 'sports', 'travel', 'course'];
		const framed = { headers: { 'Sec-Fetch-Site': 'cross-site' } };
		const embeds = types.map((type) => browser.fetch(`/embed/cities/beijing?type=${type}`, framed));
		expect((await Promise.all(embeds)).map(({ status }) => status)).toContain(429);
		expect((await browser.get('/events/10')).status).toBe(200);
	});

	it('can be a single event, with the clock and dates of the visitor, as the page has', async () => {
		const { browser } = await startSite({ handler: answer('/v2/event/', fakeEvent) });
		const headers = { 'Accept-Language': 'en-US,en' };
		const embed = await browser.fetch('/embed/events/10?theme=dark', { headers });
		const frame = await embed.text();
		expect(frame).toContain('lang="en" data-theme="dark"');
		expect(frame).toMatch(/<main>.*An evening<\/a>.*Sat, Nov 21, 2026, 7:00\u00a0PM.*<\/main>/);
		expect(embed.headers.get('content-security-policy')).toContain('frame-ancestors *');
		expect(embed.headers.get('vary')).toContain('accept-language');
		const page = await (await browser.fetch('/events/10', { headers })).text();
		expect(page).toMatch(/og:description" content="Sat, Nov 21, 2026, 7:00\u00a0PM/);
		expect(page).toContain('&amp;clock=h12&amp;dates=us');
	});

	it('uses the language in its URL', async () => {
		const html = await embedOf([fakeEvent], '?lang=zh-Hans&type=all');
		expect(html).toContain('<title>北京 · 本周 · Daybill</title>');
		expect(html).toContain('<p>2026年11月21日周六 19:00</p>');
		expect(html).toContain('>在 Daybill 查看更多</a>');
		expect(await embedOf([], '?lang=en&type=film')).toContain('<p>No events yet.</p>');
	});

	it('shows as many of the soonest events as its URL requests, whatever order and number the service sends', async () => {
		const days = ['2026-11-29', '2026-11-27', '2026-11-28'];
		const events = days.map((day) => eventOn(day, { id: day, title: day }));
		const html = await embedOf(events, '?count=2');
		const titles = [...html.matchAll(/>(2026-[\d-]+)<\/a>/g)].map(([, title]) => title);
		expect(titles).toEqual(['2026-11-27', '2026-11-28']);
	});

	it('rejects the filters that feeds reject', async () => {
		const { browser } = await startSite();
		for (const query of ['day_type=someday', 'typ=music', 'lang=tlh', 'count=some']) {
			const response = await browser.get(`/embed/cities/beijing?${query}`);
			expect(response.status).toBe(400);
			expect(await response.text()).toContain(query.split('=')[0]);
		}
	});

	it('has no events that are over, and says until when others run', async () => {
		const { service, browser } = await startSite({
			timeZone: 'Asia/Shanghai',
			clock: () => Date.parse('2026-11-21T12:00:00+08:00'),
		});
		const events = [
			['over', '2026-11-21 09:00:00', '2026-11-21 11:00:00'],
			['on', '2026-11-21 11:00:00', '2026-11-21 13:00:00'],
			['day', '2026-11-22 00:00:00', '2026-11-23 00:00:00'],
			['coming', '2026-11-23 10:00:00', '2026-11-24 18:00:00'],
			['running', '2026-11-01 10:00:00', '2027-02-04 18:00:00'],
		].map(([title, begin_time, end_time]) => ({ ...fakeEvent, id: title, title, begin_time, end_time }));
		service.handler = answer('/v2/event/list', listOf(...events));
		const html = await browser.text('/embed/cities/beijing');
		const rows = [...html.matchAll(/>(\w+)<\/a><p>([^<]*)/g)].map(([, title, when]) => [title, when]);
		expect(rows).toEqual([
			['on', 'On now · Sat, 21 Nov 2026, 11:00'],
			['day', 'Sun, 22 Nov 2026, all day'],
			['coming', 'Mon, 23 Nov 2026 – Tue, 24 Nov 2026'],
			['running', 'On now · until Thu, 4 Feb 2027'],
		]);
	});

	it('shows initials in the color of the type instead of a missing or broken image', async () => {
		const html = await embedOf([
			{ ...fakeEvent, id: '1', title: 'Late set: Blue Alley', category: 'music' },
			{ id: '2', title: '“夜航”读书会', category: 'course' },
		]);
		expect(html).toMatch(/<span data-type="music" aria-hidden="true">LS<img [^>]*alt=""/);
		expect(html).toContain('<span data-type="others" aria-hidden="true">夜航</span>');
	});

	it('says where to sign in if the service shows the list only to signed-in users', async () => {
		const { browser } = await startSite({ handler: reject(102) });
		const response = await browser.get('/embed/cities/st.%20gallen?lang=zh-Hans');
		const html = await response.text();
		expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store']);
		expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
		expect(html).toContain('登录后查看这些活动。');
		expect(html).toContain(
			'<a href="http://localhost:3000/cities/st.%20gallen" target="_blank" rel="noopener">前往 Daybill 登录</a>',
		);
	});
});
