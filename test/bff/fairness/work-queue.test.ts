import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { asVisitor } from '../../../src/bff/fairness/visitor.ts';
import { createWorkQueue, mapInTurns } from '../../../src/bff/fairness/work-queue.ts';

it('one task runs at a time, and a visitor with many tasks waits for the others', async () => {
	const runInTurn = createWorkQueue();
	const done: string[] = [];
	let running = 0;
	const piece = (name: string) => async () => {
		running += 1;
		expect(running).toBe(1);
		await nextTick();
		running -= 1;
		done.push(name);
	};
	const runs = [
		...['a1', 'a2', 'a3'].map((name) => asVisitor('a', () => runInTurn(piece(name)))),
		...['b1', 'c1'].map((name) => asVisitor(name.charAt(0), () => runInTurn(piece(name)))),
	];
	await Promise.all(runs);
	expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

it('a task that waited for another visitor’s runs in its own async context', async () => {
	const runInTurn = createWorkQueue();
	const context = new AsyncLocalStorage<string>();
	const names = ['a', 'b'];
	const run = (name: string) =>
		context.run(name, () => asVisitor(name, () => runInTurn(() => context.getStore())));
	expect(await Promise.all(names.map(run))).toEqual(names);
});

it('another visitor’s task runs in the middle of a long list', async () => {
	vi.useFakeTimers({ toFake: ['performance'] });
	const runInTurn = createWorkQueue();
	const done: unknown[] = [];
	const list = asVisitor('a', () =>
		mapInTurns(runInTurn, [1, 2, 3, 4], (item) => {
			vi.advanceTimersByTime(3);
			done.push(item);
			return 2 * item;
		}),
	);
	await asVisitor('b', () => runInTurn(() => done.push('b')));
	expect(await list).toEqual([2, 4, 6, 8]);
	expect(done).toEqual([1, 2, 'b', 3, 4]);
});
