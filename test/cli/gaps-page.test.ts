import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { gapsPage } from '../../src/cli/gaps-page.ts';
import { gaps } from '../../src/contract/spec/gaps.ts';

it('docs/gaps.md is what the register says (else run npm run docs)', () => {
	const file = path.resolve(import.meta.dirname, '../../docs/gaps.md');
	expect(readFileSync(file, 'utf8')).toBe(gapsPage());
});

it('every gap has a name of its own', () => {
	expect(new Set(gaps.map(({ id }) => id)).size).toBe(gaps.length);
});
