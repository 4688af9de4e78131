import { request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

interface Sent {
	path: string;
	method?: string;
	headers?: Record<string, string>;
}

/** Sends a path as it is, which `fetch` would correct. */
async function start(settings: Parameters<typeof startTestBff>[1] = {}) {
	const { port, log } = await startTestBff((await startFakeService()).origin, settings);
	const send = ({ path, method = 'GET', headers = {} }: Sent) =>
		new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: unknown }>(
			(resolve, reject) => {
				request({ host: '127.0.0.1', port, path, method, headers }, async (response) => {
					const isJson = response.headers['content-type']?.includes('json');
					const body = await (isJson ? json(response) : text(response));
					resolve({ status: response.statusCode, headers: response.headers, body });
				})
					.on('error', reject)
					.end();
			},
		);
	return { send, log };
}

const malformed = [
	'/%zz',
	'/events/%E0%A4%A',
	'/api/events/%zz?x=%zz',
	'/cities/%ff/',
	`/api/events/${'x'.repeat(2_001)}/participants`,
	`/api/events/${'%41'.repeat(2_001)}/wishers`,
].map((path) => ({ path, name: path.slice(0, 16) }));

describe('a URL that no route can take', () => {
	it.each(malformed)(
		'is a problem of the app, with its headers, that does not repeat it: $name',
		async ({ path }) => {
			const { send, log } = await start();
			for (const method of ['GET', 'POST']) {
				const { status, headers, body } = await send({ path, method });
				expect([status, body]).toEqual([400, expect.objectContaining({ reason: 'invalid_request' })]);
				expect(headers['content-type']).toMatch(/^application\/problem\+json/);
				expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
				expect(headers['content-security-policy']).toContain("default-src 'none'");
				expect(headers['cache-control']).toBe('no-store');
				expect(JSON.stringify(body) + log.join('')).not.toMatch(/zz|xxx|%/);
			}
		},
	);

	it('is a page for a person', async () => {
		const { send } = await start();
		const { status, body } = await send({
			path: '/%zz',
			headers: { accept: 'text/html', 'accept-language': 'de' },
		});
		expect([status, body]).toEqual([400, expect.stringContaining('<html lang="de">')]);
	});

	it.each(malformed)('is rejected under a foreign host name: $name', async ({ path }) => {
		const { send } = await start();
		expect((await send({ path, headers: { host: 'evil.example' } })).status).toBe(421);
		expect((await send({ path: `http://evil.example${path}` })).status).toBe(421);
	});

	it('counts for the visitor’s limit', async () => {
		const { send } = await start({ visitorLimits: { perAddress: 5, perSession: 5 } });
		const statuses = [];
		for (let times = 0; times < 7; times++) statuses.push((await send({ path: '/%zz' })).status);
		expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
	});
});
