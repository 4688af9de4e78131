/** Surfaces for other programs: feeds, embed, calendar files, sitemap; and search and calendar, which Daybill adds. */
import ICAL from 'ical.js';
import { imageUrl } from '../../../src/contract/bff-api/images.ts';
import type { DaysResponse, SearchResponse } from '../../../src/contract/bff-api/search.ts';
import type { Event } from '../../../src/contract/event/event.ts';
import type { Loc } from '../../../src/contract/event/loc.ts';
import { addDays } from '../../../src/contract/event/wall-clock.ts';
import { bffPath, pagePath, serverPatterns } from '../../../src/contract/paths.ts';
import type { Browser } from '../../bff/browser.ts';
import { expect, Failure, Said } from '../outcome.ts';
import { get, getJson, read } from './ask.ts';
import type { Surface, Visit } from './surface.ts';

/** Milliseconds between two polls of an index that is being built, and after which one that stops growing is final. */
const pause = 100;
const patience = 5_000;

/** The longest word of a title, as a user would search for it. */
const wordOf = (title: string): string =>
	(title.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted((left, right) => right.length - left.length)[0] ?? title;

/** Searches for an event by a word of its title. @throws Said when the service lists only part of its events */
async function findEvent(
	browser: Browser,
	city: Loc,
	event: Event,
	filters: Record<string, string>,
): Promise<void> {
	const q = wordOf(event.title);
	const path = bffPath.search(city.uid, new URLSearchParams({ q, count: '100', ...filters }));
	const look = async () => (await getJson(browser, path)) as SearchResponse;
	let response = await look();
	for (let unchanged = 0; !response.is_complete && unchanged < patience; unchanged += pause) {
		await new Promise((resolve) => setTimeout(resolve, pause));
		const next = await look();
		if (next.indexed > response.indexed) unchanged = 0;
		response = next;
	}
	const { hits, indexed, listed, is_complete } = response;
	const state = `${indexed} of ${listed} events are searched`;
	if (hits.some((hit) => hit.event.id === event.id)) return;
	if (indexed < listed && !is_complete) throw new Said(state);
	throw new Failure(
		`a search for ${q} ${JSON.stringify(filters)} does not find ${event.title}; ${state}, and the search claims to be complete`,
	);
}

async function search({ truth: { city, event, running } }: Visit, browser: Browser): Promise<void> {
	await findEvent(browser, city, event, {});
	if (running !== null) await findEvent(browser, city, running, {});
}

async function calendar({ truth: { city, day, event } }: Visit, browser: Browser): Promise<void> {
	const range = new URLSearchParams({ from: addDays(day, -3), to: addDays(day, 3) });
	const { days, spans } = (await getJson(browser, bffPath.searchDays(city.uid, range))) as DaysResponse;
	const asked = new URLSearchParams({ day, count: '100' });
	const { hits, ...index } = (await getJson(browser, bffPath.search(city.uid, asked))) as SearchResponse;
	const isThere = hits.some((hit) => hit.event.id === event.id);
	if (!isThere && index.indexed < index.listed && !index.is_complete)
		throw new Said(`${index.indexed} of ${index.listed} events are in the calendar`);
	expect(isThere, `the calendar does not have ${event.title} on ${day}`);
	const counted = Object.keys(days).length > 0 || spans.length > 0 || hits.length > 0;
	expect(counted, `the calendar has no days near ${day}`);
}

/** The events of an iCalendar file. */
const icsEvents = (text: string) =>
	new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0])
		.getAllSubcomponents('vevent')
		.map((component) => new ICAL.Event(component));

/** The path of an absolute URL of Daybill. */
const pathOf = (url: string) => new URL(url).pathname;

const closedToStrangers = ['anonymous-reads'] as const;
const searchNeeds = ['anonymous-reads', 'further-pages'] as const;

/** Paths of everything about a city that Daybill makes public. */
const publicPaths = (uid: string) => [
	bffPath.cityFeed(uid, 'ics'),
	bffPath.cityFeed(uid, 'atom'),
	bffPath.cityFeed(uid, 'json'),
	bffPath.embed(uid),
	serverPatterns.sitemap,
];

export const sharingSurfaces: readonly Surface[] = [
	{ name: 'search', needs: searchNeeds, run: (visit) => search(visit, visit.stranger) },
	{
		name: 'search by type',
		needs: searchNeeds,
		run: ({ stranger, truth: { city, event } }) =>
			findEvent(stranger, city, event, event.type === 'music' ? { type: 'music' } : {}),
	},
	{ name: 'calendar', needs: searchNeeds, run: (visit) => calendar(visit, visit.stranger) },
	{
		name: 'feed ics',
		needs: closedToStrangers,
		async run({ stranger, truth: { city } }) {
			const { text } = await get(stranger, bffPath.cityFeed(city.uid, 'ics'));
			expect(icsEvents(text).length > 0, 'the calendar of the city is empty');
		},
	},
	{
		name: 'feed atom',
		needs: closedToStrangers,
		async run({ stranger, truth: { city } }) {
			const { text } = await get(stranger, bffPath.cityFeed(city.uid, 'atom'));
			const [link = ''] = [...text.matchAll(/<link href="([^"]*\/events\/[^"]*)"/g)].map(
				([, href = '']) => href,
			);
			expect(link !== '', 'the Atom feed of the city has no entry with a link');
			await get(stranger, pathOf(link.replaceAll('&amp;', '&')));
		},
	},
	{
		name: 'feed json',
		needs: closedToStrangers,
		async run({ stranger, truth: { city } }) {
			const feed = (await getJson(stranger, bffPath.cityFeed(city.uid, 'json'))) as {
				items: { url: string }[];
				feed_url: string;
			};
			const [item] = feed.items;
			expect(item !== undefined, 'the JSON feed of the city is empty');
			await get(stranger, pathOf(item.url));
			await get(stranger, pathOf(feed.feed_url));
		},
	},
	{
		name: 'embed',
		needs: closedToStrangers,
		async run({ stranger, truth: { city } }) {
			const { text } = await get(
				stranger,
				bffPath.embed(city.uid, new URLSearchParams({ day_type: 'future' })),
			);
			const [link = ''] = [...text.matchAll(/href="([^"]*\/events\/[^"]*)"/g)].map(([, href = '']) => href);
			expect(link !== '', 'the embedded list has no link to an event');
			await get(stranger, pathOf(link.replaceAll('&amp;', '&')));
		},
	},
	{
		name: 'event ics',
		needs: closedToStrangers,
		async run({ stranger, truth: { event } }) {
			const { text } = await get(stranger, bffPath.eventCalendar(event.id));
			const [entry] = icsEvents(text);
			expect(entry?.summary === event.title, `the calendar file is called ${entry?.summary}`);
		},
	},
	{
		name: 'sitemap',
		needs: closedToStrangers,
		async run({ stranger, truth: { city }, daybill }) {
			const { text } = await get(stranger, serverPatterns.sitemap);
			const url = `${daybill.publicUrl}${pagePath.city(city.uid)}`.replaceAll('&', '&amp;');
			if (!text.includes('/cities/')) throw new Said('a sitemap without cities');
			expect(text.includes(`<loc>${url}</loc>`), `the sitemap does not have ${url}`);
		},
	},
	{
		name: 'poster',
		needs: ['anonymous-reads'],
		async run({ stranger, truth: { event } }) {
			if (event.posters.length === 0) return;
			const [poster] = (await read(stranger, 'getEvent', { id: event.id })).posters;
			if (poster === undefined) throw new Failure('the event is shown without its poster');
			const { type } = await get(stranger, imageUrl(poster, 192));
			expect(type.startsWith('image/'), `the poster has the type ${type}`);
		},
	},
	{
		name: 'privacy',
		needs: closedToStrangers,
		async run({ stranger, truth: { city, privateEvent } }) {
			if (privateEvent === null) return;
			const { id, title } = privateEvent;
			for (const path of publicPaths(city.uid)) {
				const { text } = await get(stranger, path);
				expect(!text.includes(encodeURIComponent(id)), `${path} has the private event ${id}`);
			}
			const page = await (await stranger.get(pagePath.event(id))).text();
			expect(!page.includes('og:title'), `the page of the private event ${id} has a preview`);
			const file = await stranger.get(bffPath.eventCalendar(id));
			expect(!file.ok, `the private event ${id} has a public calendar file`);
			const query = new URLSearchParams({ q: wordOf(title), count: '100' });
			const { hits } = (await getJson(stranger, bffPath.search(city.uid, query))) as SearchResponse;
			expect(!hits.some((hit) => hit.event.id === id), `search finds the private event ${id}`);
		},
	},
];

/** Search for signed-in users, when it is closed to others. */
export const signedInSearch: Surface = {
	name: 'search signed in',
	needs: searchNeeds,
	run: (visit) => search(visit, visit.person),
};
