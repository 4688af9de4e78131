/** Surfaces for readers: cities, lists, events, people. Each one signed out and signed in. */

import { apiPath } from '../../../src/contract/bff-api/api.ts';
import { type List, nextStart } from '../../../src/contract/event/lists.ts';
import { pagePath, pagePatterns } from '../../../src/contract/paths.ts';
import type { Browser } from '../../bff/browser.ts';
import { pageDataOf } from '../../bff/page-data-of.ts';
import { expect, Said } from '../outcome.ts';
import { get, read } from './ask.ts';
import type { Surface, Visit } from './surface.ts';

/** Whether HTML contains a text, however it is escaped. */
const holds = (html: string, text: string): boolean => {
	const words = text.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
	return words.every((word) => html.includes(word));
};

/** The tags of a page's head. */
const headOf = (html: string) => html.slice(0, html.indexOf('</head>'));
/** What a page shows before any script runs. */
const bodyOf = (html: string) => html.slice(html.indexOf('<body')).replace(/<script[\s\S]*?<\/script>/g, '');
/** Title of a page without data of the service: the app then requests the data, and shows the service's error. */
const appName = 'Daybill';
const shellAlone = 'the app without data, which offers the sign-in';
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';

async function readCities(browser: Browser, { truth: { city } }: Visit): Promise<void> {
	const pages = [await read(browser, 'listLocs', { start: 0, count: 100 })];
	for (let start = nextStart(pages, 0); start !== undefined; start = nextStart(pages, start)) {
		if (pages.some(({ items }) => items.some(({ id }) => id === city.id))) break;
		pages.push(await read(browser, 'listLocs', { start, count: 100 }));
	}
	const isListed = pages.some(({ items }) => items.some(({ id }) => id === city.id));
	expect(isListed, `${city.name} is not among the cities`);
}

async function readFiltered(browser: Browser, { truth }: Visit): Promise<void> {
	for (const filters of [{ day_type: 'week', type: 'music' }, { day_type: 'today' }] as const) {
		const asked = { loc: truth.city.id, ...filters, start: 0, count: 20 };
		const came = (await read(browser, 'listEvents', asked)).items.map(({ id }) => id);
		const expected = await truth.idsOf(asked);
		expect(
			came.join() === expected.join(),
			`the list of ${JSON.stringify(filters)} has ${came.length} events, but that of the service has ${expected.length}`,
		);
	}
}

async function readOne(browser: Browser, { truth: { event } }: Visit): Promise<void> {
	const came = await read(browser, 'getEvent', { id: event.id });
	expect(
		came.id === event.id && came.title === event.title,
		`the event ${event.id} is returned as ${came.id}`,
	);
}

async function readPeople(browser: Browser, { truth: { event } }: Visit): Promise<void> {
	for (const name of ['listParticipants', 'listWishers'] as const)
		await read(browser, name, { id: event.id, start: 0, count: 20 });
}

/** A city's list in long pages, as the map reads it. */
async function readLong(browser: Browser, { truth: { city } }: Visit): Promise<void> {
	const pages: List<{ id: string }>[] = [];
	for (
		let start: number | undefined = 0;
		start !== undefined && pages.length < 12;
		start = nextStart(pages, start)
	)
		pages.push(await read(browser, 'listEvents', { loc: city.id, day_type: 'future', start, count: 100 }));
	expect((pages[0]?.items.length ?? 0) > 0, 'the map has no events');
}

export const readingSurfaces: readonly Surface[] = [
	{
		name: 'cities',
		needs: ['anonymous-reads'],
		async run(visit) {
			await get(visit.stranger, pagePatterns.cities);
			await readCities(visit.stranger, visit);
		},
	},
	{
		name: 'front page',
		needs: ['anonymous-reads'],
		async run({ stranger, truth: { city }, daybill, isRendered }) {
			const path = pagePath.city(city.uid);
			const { text } = await get(stranger, path);
			const { loc, front } = pageDataOf(text);
			if (loc === null && titleOf(text) === appName) throw new Said(shellAlone);
			expect(loc?.id === city.id, `${path} does not know its city`);
			expect(front !== null, `${path} has no front page`);
			const canonical = `${daybill.publicUrl}${path}`;
			expect(headOf(text).includes(`href="${canonical}"`), `${path} has no canonical link to ${canonical}`);
			const events =
				front === null ? [] : [front.tonight, front.weekend, front.popular, front.running].flat();
			expect(events.length > 0, `${path} has no events`);
			const lacking = events.find(({ title }) => !holds(bodyOf(text), title));
			expect(!isRendered || lacking === undefined, `${path} does not show ${lacking?.title}`);
		},
	},
	{
		name: 'city page',
		needs: ['anonymous-reads'],
		async run({ stranger, truth: { city }, daybill, isRendered }) {
			const path = pagePath.city(city.uid, { dayType: 'today' });
			const { text } = await get(stranger, path);
			if (pageDataOf(text).loc === null && titleOf(text) === appName) throw new Said(shellAlone);
			expect(pageDataOf(text).loc?.id === city.id, `${path} does not know its city`);
			expect(titleOf(text).includes(city.name), `${path} has the title ${titleOf(text)}`);
			const canonical = `${daybill.publicUrl}${path}`;
			expect(headOf(text).includes(`href="${canonical}"`), `${path} has no canonical link to ${canonical}`);
			if (Object.keys(pageDataOf(text).responses).length === 0) throw new Said('the city without its list');
			if (isRendered) expect(holds(bodyOf(text), city.name), `${path} is not rendered`);
		},
	},
	{
		name: 'list',
		needs: ['anonymous-reads'],
		run: (visit) => readFiltered(visit.stranger, visit),
	},
	{
		name: 'event page',
		needs: ['anonymous-reads'],
		async run({ stranger, truth: { event }, daybill, isRendered }) {
			const path = pagePath.event(event.id);
			const { text } = await get(stranger, path);
			const head = headOf(text);
			if (titleOf(text) === appName) throw new Said(shellAlone);
			expect(holds(titleOf(text), event.title), `${path} has the title ${titleOf(text)}`);
			const canonical = `${daybill.publicUrl}${path}`;
			expect(head.includes(`href="${canonical}"`), `${path} has no canonical link to ${canonical}`);
			const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1];
			expect(data !== undefined, `${path} has no structured data`);
			const { name } = JSON.parse(data) as { name?: unknown };
			expect(name === event.title, `${path} is called ${String(name)} in its structured data`);
			if (isRendered) expect(holds(bodyOf(text), event.title), `${path} is not rendered`);
		},
	},
	{ name: 'event', needs: ['anonymous-reads'], run: (visit) => readOne(visit.stranger, visit) },
	{ name: 'people', needs: ['anonymous-reads'], run: (visit) => readPeople(visit.stranger, visit) },
	{ name: 'map', needs: ['anonymous-reads'], run: (visit) => readLong(visit.stranger, visit) },
	{
		name: 'unknown',
		needs: [],
		async run({ stranger, variant }) {
			const isClosed = variant.forbids?.includes('anonymous-reads') === true;
			for (const path of [pagePath.event('999999999999'), pagePath.city('no-such-city')]) {
				const response = await stranger.get(path);
				const html = await response.text();
				const isPage = html.startsWith('<!doctype html>');
				expect(isPage && response.status < 500, `${path} responds with ${response.status}`);
				const isCanonical = headOf(html).includes('rel="canonical"');
				expect(isClosed || !isCanonical, `${path} responds with ${response.status} with a canonical link`);
			}
			const user = await stranger.get(
				apiPath({ operation: 'listCreatedEvents', parameters: { id: '999999999999' } }),
			);
			expect(user.status < 500, `the list of an unknown user responds with ${user.status}`);
		},
	},
	{
		name: 'page of a person',
		needs: [],
		async run({ stranger, truth: { event } }) {
			await get(stranger, pagePath.user(event.owner?.id ?? '1001', 'created'));
		},
	},
	{
		name: "others' lists",
		needs: ['anonymous-reads', 'anonymous-persons-lists', 'strangers-lists'],
		async run({ stranger, truth: { event } }) {
			const id = event.owner?.id ?? '1001';
			await read(stranger, 'listCreatedEvents', { id, start: 0, count: 20 });
		},
	},
];

/** The same for a signed-in user: everything that is withheld only from signed-out visitors must be available. */
export const signedInReading: readonly Surface[] = [
	{
		name: 'reads signed in',
		needs: [],
		async run(visit) {
			await readCities(visit.person, visit);
			await readOne(visit.person, visit);
			await readPeople(visit.person, visit);
			await readLong(visit.person, visit);
			await readFiltered(visit.person, visit);
		},
	},
	{
		name: 'private event',
		needs: [],
		async run({ person, truth: { privateEvent } }) {
			if (privateEvent === null) return;
			const came = await read(person, 'getEvent', { id: privateEvent.id });
			expect(came.privacy === 'private', `the private event ${came.id} is returned as ${came.privacy}`);
			for (const name of ['listParticipants', 'listWishers'] as const)
				await read(person, name, { id: privateEvent.id, start: 0, count: 20 });
			// The HTML is the same for everyone, with 404 for crawlers; the app in it reads the event for the user.
			const page = await person.get(pagePath.event(privateEvent.id));
			expect(page.status === 404, `the page of a private event responds with ${page.status}`);
			expect(
				(await page.text()).includes('type="module"'),
				'the page of a private event does not start the app',
			);
		},
	},
	{
		name: "others' lists signed in",
		needs: ['strangers-lists'],
		async run({ person, truth: { event } }) {
			const id = event.owner?.id ?? '1001';
			await read(person, 'listCreatedEvents', { id, start: 0, count: 20 });
		},
	},
];
