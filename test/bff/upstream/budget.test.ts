import { describe, expect, it } from 'vitest';
import { hourly } from '../../../src/bff/fairness/limits.ts';
import { createRateLimiters } from '../../../src/bff/fairness/rate-limiter.ts';
import { asVisitor } from '../../../src/bff/fairness/visitor.ts';
import { type CallKind, createBudget } from '../../../src/bff/upstream/budget.ts';
import { rateLimitHeaders } from '../../../src/contract/spec/levels.ts';
import { problemOf } from '../problem-of.ts';

const hour = 3_600_000;

function start(visitorCalls: number | null = null) {
	let now = Date.now();
	const clock = () => now;
	const limiters = createRateLimiters(undefined, clock);
	const budget = createBudget(visitorCalls, limiters, clock);
	const spend = async (times: number, kind: CallKind = 'shared', payer?: string) => {
		for (let call = 0; call < times; call++) await budget.spend(kind, payer);
	};
	const see = (remaining: number, limit: number) =>
		budget.see({ [rateLimitHeaders.ipRemaining]: `${remaining}`, [rateLimitHeaders.ipLimit]: `${limit}` });
	return { budget, limiters, spend, see, pass: (ms: number) => (now += ms) };
}

describe('the hourly budget', () => {
	it('keeps responses fresh longer the more of it is spent, up to six times as long', async () => {
		const { budget, spend, pass } = start();
		const stretches: number[] = [];
		for (const calls of [0, 500, 500, 1_500, 2_500, 2_500]) {
			await spend(calls);
			stretches.push(budget.stretch());
		}
		expect(stretches).toEqual([1, 1.5, 2, 3.5, 6, 6]);
		pass(2 * hour);
		expect(budget.stretch()).toBe(1);
	});

	it('counts calls that others make from the same address, as the service reports them', async () => {
		const { budget, spend, see, pass } = start();
		see(250, 1_000);
		expect(budget.stretch()).toBe(4.75);
		expect(budget.remaining()).toBe(250);
		budget.seeSpent();
		expect(budget.stretch()).toBe(6);
		await spend(1);
		see(0, 1_000);
		expect(budget.stretch()).toBe(6);
		see(1_000, 1_000);
		expect(budget.stretch()).toBeCloseTo(1, 2);
		pass(hour);
		expect(budget.stretch()).toBe(1);
		expect(budget.remaining()).toBeUndefined();
	});

	it('gives people on one address as many calls as four of them', async () => {
		const { budget } = start(10);
		const write = (person: number, address: string) => budget.spend('write', `person:${person}`, address);
		for (const person of Array(40).keys()) await write(person, '203.0.113.1');
		expect(await problemOf(write(81, '203.0.113.1'))).toMatchObject({ reason: 'too_many_requests' });
		await write(81, '203.0.113.2');
		await write(82, '2001:db8:1:1::/64');
	});

	it('shrinks everyone’s share as it is spent, so that a few people can’t spend all of it', async () => {
		const { budget, see } = start(100);
		const write = () => budget.spend('write', 'person:1', '203.0.113.1');
		for (const _ of Array(40).keys()) await write();
		see(600, 1_000);
		for (const _ of Array(20).keys()) await write();
		expect(await problemOf(write())).toMatchObject({ reason: 'too_many_requests' });
		see(0, 1_000);
		for (const _ of Array(20).keys()) await budget.spend('write', 'person:2', '203.0.113.2');
	});

	it('leaves a visitor calls that other sites’ pages and searches can’t use', async () => {
		const { budget } = start(10);
		const visitor = '203.0.113.1';
		const spendAll = (share: number) =>
			asVisitor(
				visitor,
				async () => {
					for (let calls = 0; ; calls++)
						try {
							await budget.spend('write', visitor);
						} catch {
							return calls;
						}
				},
				share,
			);
		expect(await spendAll(hourly.foreign)).toBe(4);
		expect(await spendAll(hourly.search)).toBe(2);
		expect(await spendAll(1)).toBe(4);
	});
});

describe('the call limit of a visitor', () => {
	it('is four times as high for a whole IPv6 /48', async () => {
		const { spend } = start(10);
		for (let visitor = 0; visitor < 8; visitor++) await spend(4, 'shared', `2001:db8:1:${visitor}::/64`);
		expect(await problemOf(spend(1, 'shared', '2001:db8:1:8::/64'))).toMatchObject({ status: 429 });
		await spend(7, 'write', '2001:db8:1:8::/64');
		await spend(8, 'shared', '2001:db8:2:1::/64');
		for (let visitor = 0; visitor < 8; visitor++) await spend(8, 'shared', `203.0.113.${visitor}`);
	});

	it('reserves some calls for writes', async () => {
		const { spend } = start(10);
		await spend(8, 'shared', 'a');
		// Further reads don't use up the reserve, whether they exceed the share of one visitor or of a network.
		for (const payer of ['a', '2001:db8:1:1::/64'])
			for (let times = 0; times < 40; times++) await spend(1, 'shared', payer).catch(() => undefined);
		expect(await problemOf(spend(1, 'shared', 'a'))).toMatchObject({ status: 429 });
		await spend(2, 'write', 'a');
		await spend(2, 'write', '2001:db8:1:1::/64');
		expect(await problemOf(spend(1, 'write', 'a'))).toMatchObject({ status: 429 });
	});
});
