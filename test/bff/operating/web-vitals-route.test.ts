import { describe, expect, it } from 'vitest';
import { pageDataOf } from '../page-data-of.ts';
import type { TestBff } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

/** The web vitals in /metrics, without their comments. */
async function countedAt(bff: TestBff): Promise<string[]> {
	const text = await bff.browser().text('/metrics');
	return text.split('\n').filter((line) => line.startsWith('daybill_web_vitals_'));
}

describe('POST /web-vitals', () => {
	it('adds the metrics of a visit to the histograms of its kind of page, in seconds', async () => {
		const { service, bff, browser } = await startSite();
		for (const body of [
			{ page: 'list', lcp: 1_250, inp: 96, cls: 0.02 },
			{ page: 'list', lcp: 3_000 },
			{ page: 'event', inp: 16 },
		]) {
			const response = await browser.post('/web-vitals', body);
			expect([response.status, await response.text()]).toEqual([204, '']);
			expect(response.headers.get('cache-control')).toBe('no-store');
		}
		expect(await countedAt(bff)).toEqual(
			expect.arrayContaining([
				'daybill_web_vitals_lcp_seconds_bucket{le="1",page="list"} 0',
				'daybill_web_vitals_lcp_seconds_bucket{le="1.5",page="list"} 1',
				'daybill_web_vitals_lcp_seconds_sum{page="list"} 4.25',
				'daybill_web_vitals_lcp_seconds_count{page="list"} 2',
				'daybill_web_vitals_inp_seconds_bucket{le="0.1",page="list"} 1',
				'daybill_web_vitals_inp_seconds_count{page="list"} 1',
				'daybill_web_vitals_inp_seconds_count{page="event"} 1',
				'daybill_web_vitals_cls_bucket{le="0.025",page="list"} 1',
				'daybill_web_vitals_cls_count{page="list"} 1',
			]),
		);
		expect(browser.setCookies).toEqual([]);
		expect(service.calls).toEqual([]);
	});

	const refused = [
		{ page: '/cities/beijing', lcp: 1 },
		{ lcp: 1 },
		{ page: 'list' },
		{ page: 'list', lcp: 1, id: 'me' },
		{ page: 'list', lcp: -1 },
		{ page: 'list', cls: 101 },
		{ page: 'list', lcp: '1' },
		'{"page":"list","lcp":1e999}',
		undefined,
	];
	it('rejects anything else, and counts nothing', async () => {
		const { bff } = await startSite();
		for (const body of refused) {
			const response = await bff.browser().post('/web-vitals', body);
			expect([body, response.status]).toEqual([body, 400]);
			expect(await response.json()).toMatchObject({ reason: 'invalid_request' });
		}
		expect(await countedAt(bff)).toEqual([]);
	});
});

it('WEB_VITALS=off removes the route and the metrics, and tells the page so', async () => {
	const { bff, browser } = await startSite({ webVitals: false });
	expect((await browser.post('/web-vitals', { page: 'list', lcp: 1 })).status).toBe(404);
	expect(await countedAt(bff)).toEqual([]);
	expect(pageDataOf(await browser.text('/')).reportAs).toBeNull();
});
