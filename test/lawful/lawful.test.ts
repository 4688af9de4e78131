import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVariant } from './run-variant.ts';
import { kitWithToken } from './surfaces/kit.ts';
import { pageOnly } from './surfaces/start-daybill.ts';
import { failuresOf } from './table.ts';
import { variants } from './variants/all.ts';
import { together } from './variants/together.ts';

/** A variant of each kind, those that do not touch in one service; `LAWFUL=all` tries every one alone, as `npm run lawful` does. */
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
const chosen = process.env.LAWFUL === 'all' ? variants : telling.map(together);

let web: Awaited<ReturnType<typeof pageOnly>>;
beforeAll(async () => {
	web = await pageOnly();
});
afterAll(() => web.remove());

describe('any lawful service', () => {
	it.each(chosen.map((variant) => [variant.does, variant] as const))('%s', async (_does, variant) => {
		expect(failuresOf(variant, await runVariant(variant, web.folder, false))).toEqual([]);
	});

	// Daybill in front of each service is part of `npm run lawful`; the kit alone takes a second.
	const others = variants.filter(({ name }) => !telling.flat().includes(name));
	it.each(others.map((variant) => [variant.does, variant] as const))(
		'passes the conformance kit: %s',
		async (_does, variant) => kitWithToken(variant),
	);
});
