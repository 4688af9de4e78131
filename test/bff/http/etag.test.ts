import { describe, expect, it } from 'vitest';
import { startSite } from '../start-site.ts';

describe('entity tags (RFC 9110 §13.1.2)', () => {
	it.each(['/cities/beijing', '/events/10.ics'])(
		'avoid a second transfer of %s, alone or in a list, weak or strong',
		async (path) => {
			const { browser } = await startSite();
			const first = await browser.get(path);
			const etag = first.headers.get('etag') ?? '';
			expect(etag).toMatch(/^W\/"[\w-]+"$/);
			for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
				const again = await browser.fetch(path, { headers: { 'If-None-Match': known } });
				expect([known, again.status, await again.text()]).toEqual([known, 304, '']);
				expect(again.headers.get('etag')).toBe(etag);
				expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
			}
			const other = await browser.fetch(path, { headers: { 'If-None-Match': '"other"' } });
			expect(other.status).toBe(200);
		},
	);

	it('do not hide that a page does not exist', async () => {
		const { browser } = await startSite();
		for (const path of ['/nowhere', '/events/11'])
			expect((await browser.fetch(path, { headers: { 'If-None-Match': '*' } })).status).toBe(404);
	});
});
