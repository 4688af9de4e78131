/** Services that fill the gaps of the specification in their own way. `npm run lawful` tries Daybill with each of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPath } from '../../src/contract/bff-api/api.ts';
import type { CalendarUrl } from '../../src/contract/bff-api/session.ts';
import { bffPath, bffPatterns, pagePath, serverPatterns } from '../../src/contract/paths.ts';
import { gaps } from '../../src/contract/spec/gaps.ts';
import { pageDataOf } from '../bff/page-data-of.ts';
import { expectConformance } from './kit.ts';
import { type LawfulService, startService } from './service/start-service.ts';
import { publicUrl, startDaybill } from './start-daybill.ts';
import { expectChange, expectReads, get, read, search, signIn, write } from './steps.ts';
import { readTruth, type Truth } from './truth.ts';
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
		'cities-without-short-name',
		...['album-is-url', 'malformed-passed-over', 'callback-with-more', 'level-l3', 'request-is-decoded'],
		...['paging-rejects-more-than-50', 'expires-in-minutes', 'accepted-empty'],
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
	['week-is-calendar-week-on-sunday', 'type-other-numbers', 'browsers-are-126', 'need-permission-403'],
	['clock-of-new-york', 'anonymous-150', 'authorization-errors-at-callback'],
	['login-page-for-reads'],
	['most-popular-is-private', 'unknown-city-404', 'week-with-what-is-over'],
	['region-is-listed-first', 'total-counts-hidden', 'positions-from-1', 'participants-in-groups'],
];
const isEveryOne = process.env.LAWFUL === 'all';

describe.each(isEveryOne ? variants : telling.map(together))('$does', { timeout: 120_000 }, (variant) => {
	let [service, daybill, truth]: [LawfulService, Awaited<ReturnType<typeof startDaybill>>, Truth] =
		[] as never;
	const isClosed = variant.forbids?.includes('anonymous-reads') === true;
	const hasOnePage = variant.forbids?.includes('further-pages') === true;

	beforeAll(async () => {
		service = await startService(variant);
		daybill = await startDaybill(variant, service);
		truth = await readTruth(variant, service);
	});
	afterAll(async () => {
		await daybill?.close();
		await service?.close();
	});

	it('passes the conformance check', async () => void (await expectConformance(variant)));

	const asksToSignIn = async () => {
		const { event } = truth;
		const stranger = daybill.browser();
		const response = await stranger.get(apiPath({ operation: 'getEvent', parameters: { id: event.id } }));
		expect([response.status, (await response.json()) as object]).toMatchObject([400, { code: 102 }]);
		for (const path of [pagePath.city('beijing'), pagePath.event(event.id)])
			expect(await (await stranger.get(path)).text()).toContain('<title>Daybill</title>');
	};

	const isReadable = async () => {
		const { city, event, privateEvent } = truth;
		const stranger = daybill.browser();
		await expectReads(stranger, truth);
		const page = await get(stranger, pagePath.city(city.uid));
		expect(pageDataOf(page)).toMatchObject({ loc: { id: city.id }, front: { posters: {} } });
		expect(page).toContain(`href="${publicUrl}${pagePath.city(city.uid)}"`);
		const eventPage = await get(stranger, pagePath.event(event.id));
		expect(eventPage).toContain(`href="${publicUrl}${pagePath.event(event.id)}"`);
		const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(eventPage) ?? [];
		expect(JSON.parse(data)).toMatchObject({ name: event.title });
		const feed = await get(stranger, `/feeds/cities/${city.uid}.json`);
		const [item] = (JSON.parse(feed) as { items: { url: string }[] }).items;
		await get(stranger, new URL(item?.url ?? '').pathname);
		const sitemap = await get(stranger, serverPatterns.sitemap);
		expect(sitemap).toContain(`<loc>${publicUrl}${pagePath.city(city.uid)}</loc>`.replaceAll('&', '&amp;'));
		for (const path of [pagePath.event('999999999999'), pagePath.city('no-such-city')]) {
			const response = await stranger.get(path);
			expect([path, response.status < 500]).toEqual([path, true]);
			expect(await response.text()).not.toContain('rel="canonical"');
		}
		if (!hasOnePage) await expect.poll(() => search(stranger, truth, event.title)).toContain(event.id);
		if (privateEvent === null) return;
		const { id, title } = privateEvent;
		for (const text of [feed, sitemap, page]) expect(text).not.toContain(encodeURIComponent(id));
		expect(await search(stranger, truth, title)).not.toContain(id);
		expect(await (await stranger.get(pagePath.event(id))).text()).not.toContain('og:title');
		expect((await stranger.get(bffPath.eventCalendar(id))).status).toBe(404);
	};

	if (isClosed) it('asks signed-out visitors to sign in', asksToSignIn);
	else it('is readable by everyone, except private events', isReadable);

	it('can be used by a person who signs in, joins, and stays signed in until consent is withdrawn', async () => {
		const [person, stranger] = [daybill.browser(), daybill.browser()];
		const { event, userId, privateEvent } = truth;
		await signIn(person, service);
		expect(await person.session()).toMatchObject({ signed_in: true, service_user_id: userId });
		await expectReads(person, truth);
		if (!hasOnePage) await expect.poll(() => search(person, truth, event.title)).toContain(event.id);
		if (privateEvent !== null)
			expect(await read(person, 'getEvent', { id: privateEvent.id })).toMatchObject({ privacy: 'private' });
		const other = { id: event.owner?.id ?? '1001', start: 0, count: 20 };
		if (variant.forbids?.includes('strangers-lists') !== true) await read(person, 'listCreatedEvents', other);

		await expectChange(person, truth, 'joinEvent');
		const { url } = (await (await person.post(bffPatterns.calendar)).json()) as CalendarUrl;
		const calendar = await get(stranger, new URL(url ?? '').pathname);
		expect(calendar.replace(/\r\n[ \t]/g, '')).toContain(encodeURIComponent(event.id));
		await expectChange(person, truth, 'leaveEvent');
		await expectChange(person, truth, 'wishEvent');
		await expectChange(person, truth, 'unwishEvent');

		const own = { id: userId, status: 'ongoing', start: 0, count: 20 } as const;
		const days = { L1: 7, L2: 30, L3: 90 }[variant.level ?? 'L1'];
		// A lifetime in minutes that is mistaken for seconds would be over after three hours.
		for (const hours of [3, ...Array<number>(Math.ceil(days / 30)).fill(24 * Math.min(days, 30))]) {
			await service.advance(hours * 3_600);
			await read(person, 'listParticipatedEvents', own);
			expect(await person.session()).toMatchObject({ signed_in: true });
		}
		await service.withdraw();
		// 401, unless the service rejects the token like one that lacks a scope (108).
		expect([400, 401]).toContain((await write(person, 'wishEvent', { id: event.id })).status);
	});
});

it.each(
	(isEveryOne ? kitVariants : passing.map(together)).map((variant) => [variant.does, variant] as const),
)('passes the conformance check: %s', async (_does, variant) => void (await expectConformance(variant)));

it('every variant is tested', () => {
	const names = [...variants, ...kitVariants].map(({ name }) => name);
	expect(new Set([...telling, ...passing].flat())).toEqual(new Set(names));
});

it('the kit reports how a recorded service differs', async () => {
	const { results } = await expectConformance(together(recorded));
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

it('each gap in the register has a variant that fills it differently from the sandbox, and no variant fills another gap', () => {
	expect(new Set(variants.flatMap((variant) => variant.gaps))).toEqual(new Set(gaps.map(({ id }) => id)));
});
