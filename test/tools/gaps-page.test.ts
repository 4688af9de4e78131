import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { gaps } from '../../src/contract/spec/gaps.ts';
import { gapsPage } from '../../src/tools/gaps-page.ts';

it('docs/gaps.md is up to date with the register (else run npm run docs)', () => {
	const file = path.resolve(import.meta.dirname, '../../docs/gaps.md');
	expect(readFileSync(file, 'utf8')).toBe(gapsPage());
});

it('every gap has a unique name', () => {
	expect(new Set(gaps.map(({ id }) => id)).size).toBe(gaps.length);
});
