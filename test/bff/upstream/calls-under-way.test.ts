import { expect, it } from 'vitest';
import { fakeEvent, sendJson, startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

it('560 reads are under way or wait, equal ones count once, and one more gets 503 at once', async () => {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin, { logLevel: 'silent' });
	const browser = bff.browser();
	const held: (() => void)[] = [];
	let isHolding = true;
	service.handler = (_call, response) => {
		const respond = () => void sendJson(response, 200, fakeEvent);
		if (isHolding) held.push(respond);
		else respond();
		return true;
	};
	const statuses: number[] = [];
	const read = async (id: string) => {
		const { status } = await browser.get(`/api/events/${id}`);
		statuses.push(status);
	};
	const first = read('a0');
	await expect.poll(() => held.length).toBe(1);
	const equal = Array.from({ length: 20 }, () => read('a0'));
	const others = Array.from({ length: 579 }, (_, index) => read(`b${index}`));
	await expect.poll(() => statuses, { timeout: 8_000 }).toEqual(Array.from({ length: 20 }, () => 503));
	isHolding = false;
	for (const respond of held) respond();
	await Promise.all([first, ...equal, ...others]);
	expect(statuses.filter((status) => status === 200)).toHaveLength(1 + 20 + 559);
	statuses.length = 0;
	await read('c');
	expect(statuses).toEqual([200]);
});
