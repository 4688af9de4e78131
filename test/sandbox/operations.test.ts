import { describe, expect, it } from 'vitest';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import { eventTypeNumbers, eventTypes } from '../../src/contract/spec/filters.ts';
import type { WireEventList } from '../../src/contract/spec/resources.ts';
import { startTestSandbox } from './start-sandbox.ts';

describe('lists and relations (Spec §4.2)', () => {
	it('accept a type as a word or as its number, and list only that type', async () => {
		const { call } = await startTestSandbox();
		const listOf = (type: string | number) =>
			call<WireEventList>('GET', `/v2/event/list?type=${type}&count=100`);
		for (const type of eventTypes.filter((each) => each !== 'all')) {
			const [byWord, byNumber] = [await listOf(type), await listOf(eventTypeNumbers[type])];
			expect(byWord.body.events.map(({ category }) => category)).toEqual(byWord.body.events.map(() => type));
			expect(byNumber.body).toEqual(byWord.body);
		}
	});

	it('list events that begin in the period by start, then those that began earlier by end', async () => {
		const { call, control } = await startTestSandbox();
		const { body: state } = await control<{ now: string }>('GET', '/state');
		// The cities are in UTC+8.
		const today = new Date(Date.parse(state.now) + 8 * 3_600_000).toISOString().slice(0, 10);
		const { body } = await call<WireEventList>('GET', '/v2/event/list?loc=108288&day_type=week&count=100');
		const firstRunning = body.events.findIndex(({ begin_time }) => begin_time < today);
		const [beginning, running] = [body.events.slice(0, firstRunning), body.events.slice(firstRunning)];
		expect(body.total).toBe(body.count);
		expect(firstRunning).toBeGreaterThan(0);
		const starts = beginning.map(({ begin_time }) => begin_time);
		expect(starts).toEqual(starts.toSorted());
		expect(running.every(({ begin_time }) => begin_time < today)).toBe(true);
		const ends = running.map(({ end_time }) => end_time);
		expect(ends).toEqual(ends.toSorted());
	});

	it('do not allow joining an event that is over (gap register)', async () => {
		const { call, issue } = await startTestSandbox();
		const { access_token: token } = await issue('1002');
		const expired = await call<WireEventList>('GET', '/v2/event/user_participated/1001?status=expired');
		const over = await call('POST', `/v2/event/${expired.body.events[0]?.id}/participants`, { token });
		expect(over).toMatchObject({ status: 400, body: { code: 999, msg: 'unknown: the event is over' } });
	});
});

it('spells the rate-limit headers like the specification (Spec §8)', async () => {
	const { origin, issue } = await startTestSandbox();
	const { headers } = await rawTransport({
		method: 'GET',
		url: `${origin}/v2/loc/list`,
		headers: { authorization: `Bearer ${(await issue()).access_token}` },
		body: undefined,
		signal: AbortSignal.timeout(9_000),
	});
	expect(headers.filter(([name]) => /ratelimit/i.test(name))).toEqual([
		['X-Ratelimit-Limit', '500'],
		['X-RateLimit-Remaining', '499'],
		['X-Ratelimit-Limit2', '5000'],
		['X-RateLimit-Remaining2', '4999'],
	]);
});
