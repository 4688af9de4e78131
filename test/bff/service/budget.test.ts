import { expect, it } from 'vitest';
import { createBudget } from '../../../src/bff/service/budget.ts';

const hour = 3_600_000;

it('responses stay fresh for longer the more of the hour’s budget is spent, up to six times', () => {
	let now = Date.now();
	const budget = createBudget(() => now);
	const stretches = [0, 500, 500, 1_500, 2_500, 2_500].map((calls) => {
		for (let call = 0; call < calls; call++) budget.spend();
		return budget.stretch();
	});
	expect(stretches).toEqual([1, 1.5, 2, 3.5, 6, 6]);
	expect(budget.isLow()).toBe(true);
	now += 2 * hour;
	expect(budget.stretch()).toBe(1);
	expect(budget.isLow()).toBe(false);
});

it('counts what others spend from the same address, as the service says it', () => {
	let now = Date.now();
	const budget = createBudget(() => now);
	budget.see({
		user_remaining: null,
		user_limit: null,
		ip_remaining: 250,
		ip_limit: 1_000,
		seen_at: new Date(now).toISOString(),
	});
	expect(budget.stretch()).toBe(4.75);
	budget.seeSpent();
	expect(budget.stretch()).toBe(6);
	now += hour;
	expect(budget.stretch()).toBe(1);
});
