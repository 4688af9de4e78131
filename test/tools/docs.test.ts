import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bffApiPage } from '../../src/tools/bff-api-page.ts';

it('docs/contract/bff-api.md is up to date (npm run docs)', async () => {
	const file = path.resolve(import.meta.dirname, '../../docs/contract/bff-api.md');
	expect(await bffApiPage()).toBe(readFileSync(file, 'utf8'));
});
