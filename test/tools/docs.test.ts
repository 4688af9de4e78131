import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bffApiPage } from '../../src/tools/bff-api-page.ts';
import { gapsPage } from '../../src/tools/gaps-page.ts';

it.each([
	['gaps.md', gapsPage],
	['contract/bff-api.md', bffApiPage],
])('docs/%s is up to date (npm run docs)', async (file, write) => {
	const page = readFileSync(path.resolve(import.meta.dirname, '../../docs', file), 'utf8');
	expect(await write()).toBe(page);
});
