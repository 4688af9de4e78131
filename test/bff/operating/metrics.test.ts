import { expect, it } from 'vitest';
import { operations } from '../../../src/contract/spec/operations.ts';
import { breakOff, fakeEvent, respondTo, sendError, sendJson } from '../fake-service.ts';
import { rawRequest } from '../raw-request.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSite } from '../start-site.ts';

// test/servers/local-request.test.ts tests which headers show that there is a proxy.
it('/metrics without METRICS_TOKEN is served neither through a proxy on this machine nor by a public site, where a proxy may add no headers', async () => {
	const { browser } = await startSite();
	expect((await browser.get('/metrics')).status).toBe(200);
	expect((await browser.fetch('/metrics', { headers: { Via: '1.1 proxy' } })).status).toBe(404);
	const { bff } = await startSite({ publicUrl: 'https://events.example' });
	for (const host of ['events.example', 'localhost:3000'])
		expect((await rawRequest(bff.port, '/metrics', { host })).status).toBe(404);
});

it('daybill_budget_remaining is omitted while it is unknown, because 0 would raise an alarm', async () => {
	let now = Date.now();
	const { service, browser } = await startSite({ clock: () => now });
	const line = async () => /^daybill_budget_remaining.*$/m.exec(await browser.text('/metrics'))?.[0];
	expect(await line()).toBeUndefined();
	await signInWithCode(browser);
	const headers = { 'X-RateLimit-Limit2': '5000', 'X-RateLimit-Remaining2': '0' };
	service.handler = respondTo('/v2/', (response) => sendJson(response, 200, fakeEvent, headers));
	await browser.post('/api/events/10/wishers');
	expect(await line()).toBe('daybill_budget_remaining 0');
	now += 3_600_001;
	expect(await line()).toBeUndefined();
});

/** Names and labels of the metrics, without their values. */
const seriesOf = (text: string) =>
	new Set(
		text
			.split('\n')
			.filter((line) => line.startsWith('daybill_') && !line.includes('_bucket'))
			.map((line) => line.slice(0, line.lastIndexOf(' '))),
	);

it('metrics and circuits are limited to operations and routes, whatever is requested and however the service responds', async () => {
	const { service, browser } = await startSite({ logLevel: 'silent' });
	let round = 0;
	service.handler = (call, response) => {
		round += 1;
		if (call.url.includes('away')) return breakOff(call, response);
		return call.url.includes('code')
			? sendError(response, call, 10_000 + round, `name_${round}`)
			: sendJson(response, 200, { [`field ${round}`]: 1 });
	};
	const visit = async (index: number) => {
		for (const path of [
			`/api/events/${index}`,
			`/api/events/code${index}`,
			`/api/events/away${index}/participants?start=${index}&count=${index}`,
			`/api/v2/nothing/${index}`,
			`/events/${index}`,
			`/nothing/${index}?${index}=${index}`,
			`/assets/app-abc123.js?${index}`,
			`/feeds/cities/${index}.ics`,
			`/images/${index}?src=${index}&sig=${index}`,
		])
			await (await browser.get(path)).arrayBuffer();
		await browser.fetch(`/nothing/${index}`, { method: 'PURGE' }).catch(() => undefined);
	};
	const series = async () => seriesOf(await browser.text('/metrics'));
	for (let index = 0; index < 10; index++) await visit(index);
	const before = await series();
	for (let index = 100; index < 110; index++) await visit(index);
	const added = [...(await series())].filter((name) => !before.has(name));
	expect(before.size).toBeGreaterThan(10);
	expect([...before].join()).toContain('route="file"');
	expect([...before].join()).not.toContain('abc123');
	// New are series of the first scrape itself, and of statuses that an operation had not returned before.
	expect(added.length).toBeLessThan(10);
	const ready = await browser.json<{ failing?: object }>('/readyz');
	const failing = Object.keys(ready.failing ?? {});
	expect(failing.length).toBeGreaterThan(0);
	expect(JSON.stringify(ready)).not.toMatch(/away/);
	expect(Object.keys(operations)).toEqual(expect.arrayContaining(failing));
});
