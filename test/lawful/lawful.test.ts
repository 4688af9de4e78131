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
import { kitVariants } from './variants/kit.ts';
import { recorded, together } from './variants/together.ts';

/** A variant of each kind, with several in one service if they do not interfere. */
const telling = [
	['reads-need-token'],
	['own-lists-only', 'ids-with-slash'],
	['private-events-listed', 'ids-with-percent', 'paging-at-most-10'],
	recorded,
	[
		'cities-share-short-name',
		...['participants-bare-array', 'flags-1-0', 'end-absent', 'idle-writes-rejected', 'base-with-prefix'],
	],
];
/** The others, which are tried only with the kit. */
const passing = [
	[
		'city-with-slash-and-space',
		...['lists-brief', 'paging-rejects-more-than-50', 'expires-in-minutes', 'accepted-empty'],
	],
	[
		'cities-without-short-name',
		...['album-is-url', 'malformed-passed-over', 'callback-with-more', 'level-l3', 'request-is-decoded'],
	],
	[
		'city-by-id-only',
		...['owner-absent', 'paging-ignored-first-page', 'default-scope-is-both', 'over-is-accepted'],
	],
	[
		'status-required',
		...['paging-rejects-unknown-names', 'participants-count-only', 'implicit-with-type', 'withdrawn-is-108'],
	],
	[
		'status-defaults-to-ongoing',
		...['nights-on-first-day', 'login-elsewhere', 'odd-bodies-passed-over', 'website-beside-the-api'],
	],
	['week-is-calendar-week-on-sunday', 'type-other-numbers', 'browsers-are-126'],
	['clock-of-new-york', 'need-permission-403'],
	['login-page-for-reads'],
	['anonymous-150', 'authorization-errors-at-callback'],
	['positions-from-1', 'participants-in-groups'],
	['most-popular-is-private', 'unknown-city-404', 'week-with-what-is-over'],
	['region-is-listed-first', 'events-without-page', 'total-counts-hidden'],
];
const isEveryOne = process.env.LAWFUL === 'all';
const [chosen, judged] = isEveryOne
	? [variants, kitVariants]
	: [telling.map(together), passing.map(together)];

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

// Each starts a service, Daybill and its clients.
describe('any lawful service', { timeout: 120_000 }, () => {
	it.each(chosen.map((variant) => [variant.does, variant] as const))('%s', async (_does, variant) => {
		expect(await runVariant(variant, webDir, isEveryOne)).toEqual([]);
	});

	it.each(judged.map((variant) => [variant.does, variant] as const))(
		'passes the conformance kit: %s',
		async (_does, variant) => void (await kitWithToken(variant)),
	);

	it('includes every variant', () => {
		const tried = new Set([...telling, ...passing].flat());
		const names = [...variants, ...kitVariants].map(({ name }) => name);
		expect(names.filter((name) => !tried.has(name))).toEqual([]);
	});
});

it('the kit reports how a recorded service differs', async () => {
	const { results } = await kitWithToken(together(recorded));
	const gotOf = (id: string) =>
		results
			.find((result) => result.id === id)
			?.findings.map((finding) => ('got' in finding ? finding.got : finding.verdict));
	expect(gotOf('event.image-hlarge')).toEqual(['no such field, but image_hlarge']);
	expect(gotOf('event.image-lmobile')).toEqual(['no such field, but image_lmobile']);
	expect(gotOf('event.is_priv')).toEqual(['is_priv is absent or empty']);
	expect(gotOf('event.content-form')).toEqual(['HTML']);
	for (const field of ['has_ticket', 'tags']) expect(gotOf('event.extra-fields')?.[0]).toContain(field);
	expect(gotOf('listWishers.count-meaning')).toEqual([
		expect.stringMatching(/^count 20 with \d+ elements, so the number that was requested$/),
	]);
	expect(gotOf('error.known-code')).toContain('1001 uri_not_found');
	expect(gotOf('error.status')).toContain('HTTP 404');
	expect(gotOf('getEvent.unknown')).toEqual([expect.stringMatching(/^HTTP 404 .*1001/)]);
	expect(gotOf('getLoc.by-uid')).toEqual(['it does']);
	expect(gotOf('token.expires-in')).toEqual(['seconds: 604800 is the lifetime of L1']);
});

it('each gap of the register has a variant that fills it differently than the sandbox, and no variant fills another gap', () => {
	expect(new Set(variants.flatMap((variant) => variant.gaps))).toEqual(new Set(gaps.map(({ id }) => id)));
});
