/** Services that fill the gaps of the specification in their own way. `npm run lawful` tries each on every surface. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { gaps } from '../../src/contract/spec/gaps.ts';
import { writeWeb } from '../bff/settings-for.ts';
import { runVariant } from './run-variant.ts';
import { kitWithToken } from './surfaces/kit.ts';
import { variants } from './variants/all.ts';
import { together } from './variants/together.ts';

/** A variant of each kind; those that do not touch in one service. */
const telling = [
	['reads-need-token'],
	['own-lists-only'],
	['private-events-listed'],
	['paging-at-most-10'],
	['ids-with-slash'],
	['ids-with-percent'],
	['cities-share-short-name'],
	['participants-bare-array', 'flags-1-0', 'end-absent', 'idle-writes-rejected', 'base-with-prefix'],
];
const isEveryOne = process.env.LAWFUL === 'all';
const chosen = isEveryOne ? variants : telling.map(together);

let webDir = '';
beforeAll(async () => {
	const root = path.resolve(import.meta.dirname, '../..');
	webDir = isEveryOne ? path.join(root, 'dist/web') : await mkdtemp(path.join(tmpdir(), 'daybill-lawful-'));
	if (!isEveryOne) await writeWeb(webDir);
	else if (await isWebBuildStale(root, webDir)) await buildWeb(root);
});
afterAll(async () => {
	if (!isEveryOne) await rm(webDir, { recursive: true, force: true });
});

describe('any lawful service', () => {
	it.each(chosen.map((variant) => [variant.does, variant] as const))('%s', async (_does, variant) => {
		expect(await runVariant(variant, webDir, isEveryOne)).toEqual([]);
	});

	const others = isEveryOne ? [] : variants.filter(({ name }) => !telling.flat().includes(name));
	it.each(others.map((variant) => [variant.does, variant] as const))(
		'passes the conformance kit: %s',
		async (_does, variant) => kitWithToken(variant),
	);
});

it('each gap of the register is filled in another way than by the sandbox, and no other', () => {
	expect(new Set(variants.flatMap((variant) => variant.gaps))).toEqual(new Set(gaps.map(({ id }) => id)));
});
