/** What users see without scripts: a real BFF with the app's own server build, read as plain HTML. */
import { expect, it } from 'vitest';
import { readBrand } from '../../../src/bff/brand/read-brand.ts';
import type { RenderPage } from '../../../src/contract/bff-api/page-data.ts';
import { matchPage } from '../../../src/contract/paths.ts';
import { renderPage } from '../../../src/web/app/server-entry.tsx';
import { brandFolder } from '../brand/brand-folder.ts';
import { eventOn, pageOf, sendJson, startFakeService } from '../fake-service.ts';
import { renderedWeb, startTestBff } from '../start-bff.ts';

declare global {
	var renderForTest: RenderPage;
}

/** How many URLs of one kind to visit, such as `/events/1` and `/events/2`. */
const maxOfKind = 2;
const totalEvents = 45;
const day = '2036-11-21';

async function startSite() {
	// The first render gives up if the components' code takes too long to load, so this tries again.
	globalThis.renderForTest = async (input) => (await renderPage(input)) ?? renderPage(input);
	const service = await startFakeService();
	const events = Array.from({ length: totalEvents }, (_, index) =>
		eventOn(day, { id: String(index + 1), title: `Event ${index + 1}` }),
	);
	service.handler = (call, response) => {
		const event = events.find(({ id }) => call.url === `/v2/event/${id}`);
		if (event !== undefined) return sendJson(response, 200, event);
		return /^\/v2\/event\/(list|user_)/.test(call.url)
			? sendJson(response, 200, pageOf(call, 'events', events))
			: undefined;
	};
	const legal = { privacy: { en: 'privacy.md' } };
	const brand = await readBrand(await brandFolder({ legal }, { 'privacy.md': '# Privacy\n\nNone.' }));
	const webDir = await renderedWeb('export const renderPage = (input) => globalThis.renderForTest(input);');
	return startTestBff(service.origin, { webDir, brand: () => brand });
}

/** The page's pattern, the names of its parameters, and the view. */
const kindOf = ({ pathname, searchParams }: URL): string =>
	[matchPage(pathname)?.page ?? pathname, ...[...searchParams.keys()].sort(), searchParams.get('view')].join(
		' ',
	);

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim();

it('every link on a page leads to a page with a heading and text', async () => {
	const { origin } = await startSite();
	const counts = new Map<string, number>();
	const waiting: { url: URL; from: string }[] = [];
	const add = (url: URL, from: string) => {
		const kind = kindOf(url);
		const count = counts.get(kind) ?? 0;
		if (count < maxOfKind) waiting.push({ url, from });
		counts.set(kind, count + 1);
	};
	const known = new Set<string>();
	const broken: string[] = [];
	for (const first of ['/', '/settings', '/me/wished', '/nowhere', '/users/1/wished', '/developers'])
		add(new URL(first, origin), 'the start');
	for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
		const { url, from } = next;
		const response = await fetch(url, { headers: { accept: 'text/html' } });
		const html = await response.text();
		const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
		const [, heading = '', content = ''] = /<h1[^>]*>(.*?)<\/h1>(.*)/s.exec(main) ?? [];
		if (textOf(heading) === '' || textOf(content) === '')
			broken.push(`${url.pathname}${url.search}, linked from ${from}`);
		for (const [, href = ''] of html.matchAll(/<a (?![^>]*\bdownload\b)[^>]*href="([^"]*)"/g)) {
			const target = new URL(href.replaceAll('&amp;', '&'), url);
			target.hash = '';
			if (target.origin !== origin || known.has(target.href)) continue;
			known.add(target.href);
			add(target, url.pathname + url.search);
		}
	}
	expect(broken).toEqual([]);
	const kinds = ['/privacy ', 'city day_type start ', 'city view calendar', 'event ', 'me ', 'user '];
	kinds.push('city day ', 'city day_type sort ', 'city view map', 'place ', 'user start ', 'user status ');
	expect([...counts.keys()]).toEqual(expect.arrayContaining(kinds));
});

const search = '/cities/beijing/search?q=event';
const past = '/users/1/wished?status=expired';

it.each([
	[search, 'event · Search · 北京', 20, { next: `${search}&start=20`, shown: '20' }],
	[`${search}&start=40`, 'event · Search · 北京', 5, { previous: `${search}&start=20`, shown: '41 – 45' }],
	[
		`/cities/beijing?day=${day}`,
		'北京 · Fri, 21 Nov 2036',
		20,
		{ next: `/cities/beijing?day=${day}&start=20` },
	],
	[
		`/cities/beijing?day=${day}&view=calendar`,
		'北京 · Calendar',
		20,
		{ next: `/cities/beijing?day=${day}&view=calendar&start=20` },
	],
	['/cities/beijing/places/a%20street', 'a street', totalEvents, {}],
	[
		'/users/1/participated?start=20',
		'Going · Owner’s events',
		20,
		{ next: '/users/1/participated?start=40', previous: '/users/1/participated', shown: '21 – 40' },
	],
	[past, 'Past · Interested · Owner’s events', 20, { next: `${past}&start=20` }],
	['/cities/beijing?day_type=future&sort=near', '北京 · Upcoming', 0, {}],
	['/me/participated', 'My events', 0, {}],
] as [string, string, number, { next?: string; previous?: string; shown?: string }][])(
	'%s is “%s”, with %i events and the pages %j',
	async (path, title, count, { next, previous, shown }) => {
		const { origin } = await startSite();
		const html = await (await fetch(origin + path, { headers: { accept: 'text/html' } })).text();
		expect(/<title>(.*) · .*<\/title>/.exec(html)?.[1]).toBe(title);
		const isIndexed = !path.startsWith(search) && previous === undefined;
		expect(!html.includes('<meta name="robots" content="noindex">')).toBe(isIndexed);
		expect(html.match(/<article/g) ?? []).toHaveLength(count);
		const linkTo = (rel: string) =>
			new RegExp(`rel="${rel}" href="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
		expect([linkTo('next'), linkTo('prev')]).toEqual([next, previous]);
		if (shown !== undefined) expect(html).toContain(`Showing ${shown} of ${totalEvents}`);
		if (path.startsWith(search)) expect(html).toContain(`${totalEvents} events`);
		// With the site's header and footer.
		expect(html).toMatch(/<header.*<main.*<footer/s);
		if (count === 0) expect(html).toContain('To use this, turn on JavaScript in your browser.');
	},
);
