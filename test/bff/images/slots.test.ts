import { describe, expect, it } from 'vitest';
import { createSlots, OverloadedError } from '../../../src/bff/images/slots.ts';

const usual = { running: 3, runningOfGroup: 2, waiting: 2, patience: 60_000 };

/** Tasks that end when the test ends them, and the order in which they started. */
function works(limits: Partial<typeof usual> = {}) {
	const slots = createSlots({ ...usual, ...limits });
	const started: string[] = [];
	const ends = new Map<string, () => void>();
	const run = (name: string, group = name) =>
		slots.run(group, async () => {
			started.push(name);
			await new Promise<void>((resolve) => ends.set(name, resolve));
			return name;
		});
	return { run, started, end: (name: string) => ends.get(name)?.() };
}

describe('slots', () => {
	it('run a fixed number of tasks at once, and start the next in order when one ends', async () => {
		const { run, started, end } = works();
		const all = ['a', 'b', 'c', 'd', 'e'].map((name) => run(name));
		expect(started).toEqual(['a', 'b', 'c']);
		end('b');
		await all[1];
		await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd']);
	});

	it('keep a slot for others when one group would take all', async () => {
		const { run, started } = works();
		for (const name of ['a', 'b', 'c']) void run(name, 'slow');
		void run('other');
		expect(started).toEqual(['a', 'b', 'other']);
	});

	it('reject a task when too many are waiting', async () => {
		const { run } = works({ running: 1, waiting: 1 });
		void run('a');
		void run('b');
		await expect(run('c')).rejects.toThrow(OverloadedError);
	});

	it('reject a task that has waited too long, and never start it', async () => {
		const { run, started, end } = works({ running: 1, patience: 1 });
		const first = run('a');
		await expect(run('b')).rejects.toThrow(OverloadedError);
		end('a');
		await first;
		expect(started).toEqual(['a']);
	});

	it('are free again after a task has failed', async () => {
		const slots = createSlots({ ...usual, running: 1 });
		await expect(slots.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
		await expect(slots.run('a', async () => 'done')).resolves.toBe('done');
	});
});
