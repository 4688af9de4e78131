import { describe, expect, it } from 'vitest';
import { rawRequest } from '../raw-request.ts';
import { startSite } from '../start-site.ts';

const malformed = ['/%zz', '/api/events/%zz?x=%zz', `/api/events/${'x'.repeat(2_001)}/participants`];

describe('a malformed URL', () => {
	it('causes a problem response with the usual headers that does not repeat it, and 421 under a foreign host name', async () => {
		const { bff } = await startSite();
		for (const path of malformed) {
			for (const method of ['GET', 'POST']) {
				const { status, headers, body } = await rawRequest(bff.port, path, {}, method);
				expect([status, JSON.parse(body)]).toMatchObject([400, { reason: 'invalid_request' }]);
				expect(headers['content-type']).toMatch(/^application\/problem\+json/);
				expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
				expect(headers['content-security-policy']).toContain("default-src 'none'");
				expect(headers['cache-control']).toBe('no-store');
				expect(body + bff.log.join('')).not.toMatch(/zz|xxx|%/);
			}
			expect((await rawRequest(bff.port, path, { host: 'evil.example' })).status).toBe(421);
			expect((await rawRequest(bff.port, `http://evil.example${path}`)).status).toBe(421);
		}
	});

	it('counts toward the visitor limit', async () => {
		const { bff } = await startSite({ visitorLimits: { perAddress: 5, perSession: 5 } });
		const statuses = [];
		for (let times = 0; times < 7; times++) statuses.push((await rawRequest(bff.port, '/%zz')).status);
		expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
	});
});
