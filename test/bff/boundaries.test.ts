/** What must not cross the boundaries of the BFF (OAuth 2.0 for Browser-Based Apps, RFC 9700). */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { privateEvent, respondTo, sendJson } from './fake-service.ts';
import { rawRequest } from './raw-request.ts';
import { startSignedIn } from './start-site.ts';

describe('the proxy', () => {
	it('calls only specified operations, only at the configured service, and follows no redirects', async () => {
		const { service, bff, browser } = await startSignedIn();
		const rejected = async (status: number, paths: readonly string[]) => {
			for (const path of paths)
				expect([path, (await rawRequest(bff.port, path)).status]).toEqual([path, status]);
		};
		await rejected(404, [
			'/api/events/../loc/list',
			'/api/events/..%2floc%2flist',
			'/api/events/%2e%2e/loc/list',
			'/api/events/%2e',
			'/api/events/10/',
			'/api/events/10%00',
			'/api/events/10%5cparticipants',
			'/api/events/10%2fwishers',
			'/api/events/user_wished%2f7',
			'/api/v2//event/10',
			'/api/v2/user/me',
			'/api/../_sandbox/state',
			'/api//evil.example/v2/event/10',
			'/api/service/auth2/token',
			'/api/events/list',
			'/users/%2e%2e/created',
		]);
		await rejected(421, ['http://evil.example/api/events/10']);
		await rejected(400, [
			'/api/cities/1/events?loc=2',
			'/api/cities/1/events?day_type=today&day_type=week',
			`/api/cities/1/events?type=${'x'.repeat(201)}`,
			'/api/v2/event/list?__proto__=x',
			'/api/events/10?access_token=x',
		]);
		expect((await browser.fetch('/api/users/7/wished', { method: 'DELETE' })).status).toBe(404);
		expect((await browser.fetch('/api/v2/event/10', { method: 'PUT' })).status).toBe(405);
		for (const method of ['PUT', 'PATCH', 'OPTIONS', 'PROPFIND']) {
			const { status } = await browser.fetch('/api/events/10', { method });
			expect([method, status >= 400 && status < 500]).toEqual([method, true]);
		}
		expect(service.calls).toEqual([]);
		service.handler = respondTo('', (response) =>
			response.writeHead(302, { location: `${service.origin}/elsewhere` }).end(),
		);
		expect((await browser.get('/api/events/10')).status).toBe(502);
		expect(service.calls.map(({ url }) => url)).not.toContain('/elsewhere');
	});

	it("forwards neither cookies nor the browser's Authorization, and returns no cookies from the service", async () => {
		const { service, browser } = await startSignedIn();
		service.handler = (call, response) =>
			call.method === 'GET'
				? sendJson(response, 200, privateEvent, { 'set-cookie': 'planted=1' })
				: undefined;
		const sent = {
			'X-Forwarded-For': '1.2.3.4',
			'X-Forwarded-Host': 'evil.example',
			Forwarded: 'for=1.2.3.4',
			'X-Original-URL': '/v2/loc/list',
			'X-Rewrite-URL': '/_sandbox/state',
			'Proxy-Authorization': 'Basic eDp5',
			TE: 'trailers',
		};
		const response = await browser.fetch('/api/events/10', {
			headers: { ...sent, Authorization: 'Bearer of-the-browser', Connection: 'keep-alive' },
		});
		expect(service.calls.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer access-1']);
		for (const { headers } of service.calls)
			for (const name of ['Cookie', ...Object.keys(sent)])
				expect([name, headers[name.toLowerCase()]]).toEqual([name, undefined]);
		expect(response.headers.getSetCookie()).toEqual([]);
	});

	it('lets pages run only our own scripts, inline ones by hash, be framed by no other page, and send no referrer', async () => {
		const { browser } = await startSignedIn();
		const page = await browser.get('/callback?code=x&state=y');
		const { headers } = page;
		const policy = headers.get('content-security-policy') ?? '';
		const [, ...inline] = /<script data-start>(.*?)<\/script>/s.exec(await page.text()) ?? [];
		const hashes = inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
		expect(policy).toContain(`script-src 'self' ${hashes.join(' ')};`);
		expect(policy).not.toMatch(/unsafe-(inline|eval)/);
		expect(policy).toContain("frame-ancestors 'none'");
		expect(headers.get('x-frame-options')).toBe('DENY');
		expect(headers.get('referrer-policy')).toBe('no-referrer');
	});
});
