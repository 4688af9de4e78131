import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { slowest } from './slowest-first.ts';

const root = path.resolve(import.meta.dirname, '../..');

it('every file that is to begin first exists', () => {
	const missing = slowest.filter(
		(name) => globSync(`test/${name}.test.{ts,tsx}`, { cwd: root }).length !== 1,
	);
	expect(missing).toEqual([]);
});
