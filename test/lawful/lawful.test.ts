import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVariant } from './run-variant.ts';
import { pageOnly } from './surfaces/start-daybill.ts';
import { failuresOf } from './table.ts';
import type { Variant } from './variant.ts';
import { variants } from './variants/all.ts';
import { onResponse } from './variants/changes.ts';
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

	it('reports a service that is not lawful: the kit differs, and surfaces that need nothing of it do not', async () => {
		const broken: Variant = {
			name: 'broken',
			does: 'People are listed without ids.',
			gaps: [],
			create: () =>
				onResponse((response, { path }) => {
					if (path.at(-1) === 'wishers' && response.status === 200) response.body = { wishers: 'many' };
				}),
		};
		const row = await runVariant(broken, web.folder, false);
		const failed = [...row].filter(([, { kind }]) => kind === 'failed').map(([surface]) => surface);
		expect(failed).toEqual(expect.arrayContaining(['kit', 'kit with token']));
		expect(failed).not.toContain('sign-in');
	});
});
