import { describe, expect, it } from 'vitest';
import { directHeader } from '../../../src/contract/bff-api/developers.ts';
import { startFakeService } from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startTestBff } from '../start-bff.ts';

const path = '/api/v2/event/list?loc=108288';
const anonymous = { [directHeader]: 'anonymous' };

describe('direct calls of the console, which bypass the cache (issue 15.8)', () => {
	it('are only for signed-in people in front of an external service', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		const [stranger, member] = [bff.browser(), bff.browser()];
		for (let call = 0; call < 30; call++)
			expect((await stranger.fetch(path, { headers: anonymous })).status).toBe(401);
		stranger.cookies.set('daybill', 'made-up');
		expect((await stranger.fetch(path, { headers: anonymous })).status).toBe(401);
		expect(service.calls).toEqual([]);
		await signInWithCode(member);
		expect((await member.fetch(path, { headers: anonymous })).status).toBe(200);
	});

	it('are limited to a few a minute for each visitor, counted in the metrics, and then rejected with 429', async () => {
		const service = await startFakeService();
		let now = Date.now();
		const bff = await startTestBff(service.origin, { sandboxControl: service.origin, clock: () => now });
		const [visitor, member] = [bff.browser(), bff.browser()];
		const call = async (who: typeof visitor, direct: string) =>
			(await who.fetch(path, { headers: { [directHeader]: direct } })).status;
		const statuses = [];
		for (let index = 0; index < 25; index++) statuses.push(await call(visitor, 'anonymous'));
		expect(new Set(statuses)).toEqual(new Set([200, 429]));
		const passed = statuses.filter((status) => status === 200).length;
		expect(service.calls).toHaveLength(passed);
		await signInWithCode(member);
		for (let index = 0; index < passed; index++) expect(await call(member, 'session')).toBe(200);
		expect(await call(member, 'session')).toBe(429);
		expect(await call(member, 'anonymous')).toBe(429);
		expect((await visitor.get(path)).status).toBe(200);
		expect(await (await visitor.get('/metrics')).text()).toContain(
			`daybill_cache_results_total{operation="listEvents",result="fwd=bypass"} ${2 * passed}\n`,
		);
		now += 60_001;
		expect(await call(visitor, 'anonymous')).toBe(200);
	});
});
