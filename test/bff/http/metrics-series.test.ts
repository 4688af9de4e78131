import { expect, it } from 'vitest';
import { operations } from '../../../src/contract/spec/operations.ts';
import { sendError, sendJson, startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

/** Names and labels of the figures, without their values. */
const seriesOf = (text: string) =>
	new Set(
		text
			.split('\n')
			.filter((line) => line.startsWith('daybill_') && !line.includes('_bucket'))
			.map((line) => line.slice(0, line.lastIndexOf(' '))),
	);

it('figures and circuits are of the operations and routes, whatever is requested and whatever the service responds', async () => {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin, { logLevel: 'silent' });
	const browser = bff.browser();
	let round = 0;
	service.handler = (call, response) => {
		round += 1;
		if (call.url.includes('away')) {
			response.destroy();
			return true;
		}
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
			`/feeds/cities/${index}.ics`,
			`/images/${index}?src=${index}&sig=${index}`,
		])
			await (await browser.get(path)).arrayBuffer();
		await browser.fetch(`/nothing/${index}`, { method: 'PURGE' }).catch(() => undefined);
	};
	const figures = async () => seriesOf(await (await browser.get('/metrics')).text());
	for (let index = 0; index < 20; index++) await visit(index);
	const before = await figures();
	for (let index = 100; index < 200; index++) await visit(index);
	const added = [...(await figures())].filter((name) => !before.has(name));
	expect(before.size).toBeGreaterThan(10);
	// The first scrape itself, and a status that an operation had not responded with before.
	expect(added.length).toBeLessThan(10);
	const ready = (await (await browser.get('/readyz')).json()) as { failing?: object };
	const failing = Object.keys(ready.failing ?? {});
	expect(failing.length).toBeGreaterThan(0);
	expect(JSON.stringify(ready)).not.toMatch(/away/);
	expect(Object.keys(operations)).toEqual(expect.arrayContaining(failing));
});
