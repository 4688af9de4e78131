import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OwnRelation } from '../../../../src/contract/bff-api/relations.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { daysOf } from '../../../../src/contract/event/times.ts';
import { dayMs, dayOf, wallClockAt } from '../../../../src/contract/event/wall-clock.ts';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import { sandboxTimeZone } from '../../../../src/sandbox/clock.ts';
import { openApp, startApp, startSignedIn, startWithEvent } from '../../start-app.tsx';

const timeIn = (days: number) => wallClockAt(Date.now() + days * dayMs, sandboxTimeZone);

/** A list with one event per page, the latest first. */
const latestFirst =
	(total: number) =>
	(query: URLSearchParams): object => {
		const start = Number(query.get('start'));
		const days = total - start;
		const event = { id: String(start), title: `Party in ${days} days`, begin_time: timeIn(days) };
		return { events: start < total ? [event] : [], start, total };
	};

const titlesIn = (section: HTMLElement | null) =>
	section === null
		? []
		: within(section)
				.getAllByRole('link', { name: /^Party/ })
				.map((link) => link.textContent);

describe('a list whose first page has the latest events', () => {
	it('names the next event and orders the days once all events are loaded', async () => {
		const app = await startApp();
		const last = Promise.withResolvers<void>();
		const list = latestFirst(3);
		app.intercept(({ path }) => {
			const { pathname, searchParams } = new URL(path, 'http://here');
			if (pathname !== '/api/users/1001/created') return undefined;
			const isLast = searchParams.get('start') === '2';
			return (isLast ? last.promise : Promise.resolve()).then(() => Response.json(list(searchParams)));
		});
		await app.open('/users/1001/created');
		await waitFor(() => expect(app.calls.some((call) => call.includes('start=2'))).toBe(true));
		expect(screen.queryByText('Up next')).toBeNull();
		last.resolve();
		const next = await screen.findByRole('heading', { name: 'Up next' });
		expect(titlesIn(next.closest('section'))).toEqual(['Party in 1 days']);
		expect(titlesIn(screen.getByRole('main'))).toEqual([
			'Party in 1 days',
			'Party in 2 days',
			'Party in 3 days',
		]);
	});

	it('names no next event and no days if not all events can be loaded', async () => {
		const app = await startApp();
		const list = latestFirst(3);
		const busy = { code: 1001, msg: 'busy', request: 'GET /' };
		app.respond({
			'/api/users/1001/created': (query) => (query.get('start') === '2' ? busy : list(query)),
		});
		await app.open('/users/1001/created');
		await screen.findByRole('button', { name: 'Try again' });
		expect(titlesIn(screen.getByRole('main'))).toEqual(['Party in 3 days', 'Party in 2 days']);
		expect(screen.queryByText('Up next')).toBeNull();
		expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
	});
});

describe('the events of a user', () => {
	it('are refetched when the user returns to the tab', async () => {
		const app = await startSignedIn();
		app.respond({ [bffPatterns.ownEvents]: { events: [{ id: '1', title: 'Party' }] } });
		await app.open('/me/participated');
		await screen.findByText('1 event');
		app.respond({ [bffPatterns.ownEvents]: { events: [] } });
		document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
		await screen.findByText('No events yet.');
	});

	it('are shown below their day, which their cards do not repeat', async () => {
		const app = await startSignedIn();
		const event = { id: '1', title: 'Far', begin_time: '2126-11-23 19:30:00' };
		const sooner = { id: '2', title: 'Near', begin_time: '2125-11-23 19:30:00' };
		app.respond({ [bffPatterns.ownEvents]: { events: [event, sooner] } });
		await app.open('/me/participated');
		const day = await screen.findByRole('heading', { level: 2, name: 'Saturday, 23 November 2126' });
		expect(within(day.parentElement as HTMLElement).getByText('19:30')).toBeDefined();
	});

	it('each name another at the same time', async () => {
		const app = await startSignedIn();
		const times = { begin_time: '2125-11-23 19:30:00', end_time: '2125-11-23 22:00:00' };
		const events = ['Chess', 'Opera'].map((title, index) => ({ id: `${index}`, title, ...times }));
		app.respond({ [bffPatterns.ownEvents]: { events } });
		await app.open('/me/participated');
		await screen.findByText('Same time as Opera');
		await screen.findByText('Same time as Chess');
	});

	it('are in a calendar on the days that the person chose', async () => {
		const app = await startSignedIn();
		const run = { begin_time: '2125-11-23 19:30:00', end_time: '2125-11-26 22:00:00' };
		const events = [
			{ id: '1', title: 'Festival', ...run },
			{ id: '2', title: 'Party', begin_time: '2125-11-24 19:30:00' },
		];
		const joined = { joined: true, wished: false };
		app.respond({
			[bffPatterns.ownEvents]: { events },
			[bffPatterns.relations]: {
				relations: { 1: { ...joined, day: '2125-11-24' }, 2: joined },
				isComplete: true,
			},
		});
		await app.open('/me/participated?view=calendar&day=2125-11-24');
		const link = await screen.findByRole('link', { name: 'Calendar' });
		expect(link.getAttribute('href')).toBe('/me/participated?view=calendar');
		await screen.findByRole('button', { name: 'Saturday 24 November · 2 events' });
		expect(screen.getByRole('button', { name: 'Friday 23 November · No events on this day.' })).toBeDefined();
		expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
			'Festival',
			'Party',
		]);
	});

	it('are counted in a calendar on past days, too, which are never called empty', async () => {
		const app = await startSignedIn();
		const run = { begin_time: '2001-01-15 10:00:00', end_time: '2999-01-01 10:00:00' };
		app.respond({
			[bffPatterns.ownEvents]: { events: [{ id: '1', title: 'Exhibition', ...run }] },
			[bffPatterns.relations]: { relations: { 1: { joined: true, wished: false } }, isComplete: true },
		});
		await app.open('/me/participated?view=calendar&day=2001-01-15');
		await screen.findByRole('button', { name: 'Monday 15 January · 1 event' });
		expect(screen.getByRole('button', { name: 'Sunday 14 January' })).toBeDefined();
	});

	it('are counted as shown, including past ones', async () => {
		const app = await startApp();
		const over = { title: 'Long ago', begin_time: '2001-01-01 10:00:00', end_time: '2001-01-01 12:00:00' };
		const events = [{ id: '1', ...over }, { id: '1', ...over }, { id: '2', ...over }, { title: 'no id' }];
		app.respond({ '/api/users/1001/created': { events, total: 4 } });
		await app.open('/users/1001/created');
		await screen.findByText('2 events');
		expect(screen.getAllByRole('link', { name: 'Long ago' })).toHaveLength(2);
	});

	it('are those that the user hosts, goes to or is interested in, past or not', async () => {
		await openApp('/users/1001/created');
		const follow = async (name: string, url: string) => {
			fireEvent.click(await screen.findByRole('link', { name }));
			await waitFor(() => expect(window.location.pathname + window.location.search).toBe(url));
			return screen.findAllByRole('article');
		};
		await follow('Going', '/users/1001/participated');
		expect(screen.getByRole('link', { name: 'Upcoming' }).getAttribute('aria-current')).toBe('true');
		const past = await follow('Past', '/users/1001/participated?status=expired');
		expect(past.filter(({ textContent }) => !textContent.includes('Ended'))).toEqual([]);
		await follow('Interested', '/users/1001/wished');
	});

	it('have a title without the id while the name of the user is unknown', async () => {
		const app = await startApp();
		const read = Promise.withResolvers<Response>();
		app.intercept(({ path }) => (/\bcount=1\b/.test(path) ? read.promise : undefined));
		await app.open('/users/1001/created');
		expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hosting');
		read.resolve(Response.json({ events: [{ id: '1', owner: { id: '1001', name: 'Anna' } }], total: 1 }));
		await screen.findByRole('heading', { level: 1, name: 'Anna’s events' });
	});

	it('show the chosen day, and say if it is unknown', async () => {
		const { app, event } = await startWithEvent((each) => daysOf(readEvent(each)).length > 2);
		const [, , day = null] = daysOf(readEvent(event), {
			from: dayOf(wallClockAt(Date.now(), 'Asia/Shanghai')),
		});
		let relation: OwnRelation = { joined: true, wished: false };
		app.respond({
			[bffPatterns.ownEvents]: { events: [event] },
			[bffPatterns.relations]: () => ({ relations: { [event.id]: relation }, isComplete: true }),
		});
		await app.open('/me/participated');
		const card = async () => {
			const [link] = await screen.findAllByRole('link', { name: event.title });
			return link?.closest('section')?.textContent;
		};
		await waitFor(async () => expect(await card()).toContain('doesn’t say which day'));
		relation = { ...relation, day };
		await app.open('/me/participated');
		await waitFor(async () => expect(await card()).toContain(day?.slice(8).replace(/^0/, '')));
		expect(await card()).not.toContain('doesn’t say which day');
	});

	it('are shown with the changes that the user has made since the last look', async () => {
		const { app, event } = await startWithEvent();
		const follow = (name: string | RegExp) =>
			screen.findByRole('link', { name }).then((link) => void fireEvent.click(link));
		await app.open(`/events/${event.id}`);
		await follow('My events');
		await follow('Interested');
		await waitFor(() => expect(app.calls.some((call) => call.includes('=wished&'))).toBe(true));
		await screen.findByText(/^(\d+ events?|No events yet\.)$/);
		expect(screen.queryByRole('link', { name: event.title })).toBeNull();
		await act(async () => window.history.go(-2));
		fireEvent.click(await screen.findByRole('button', { name: 'Interested' }));
		await screen.findByText('Added to Interested.');
		await follow('My events');
		await follow('Interested');
		await screen.findByRole('link', { name: event.title });
	});
});

it('the image of the weekend has the public events on their chosen days, and the same times as the text to copy, which also describes it, without URLs', async () => {
	const app = await startApp();
	vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00+08:00') });
	onTestFinished(() => void vi.useRealTimers());
	const writeText = vi.fn(async (_text: string) => undefined);
	vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText } }));
	await app.signIn();
	const walk = { id: '1', title: 'Walk', address: 'Fragrant Hills' };
	const dinner = { id: '2', title: 'Dinner', address: 'Canteen' };
	const party = { id: '3', title: 'Party', address: 'At home', is_priv: 'yes' };
	app.respond({
		'/auth/weekend': new Response('image'),
		[bffPatterns.ownEvents]: {
			events: [
				{ ...walk, begin_time: '2026-11-28 08:00:00', end_time: '2026-11-30 18:00:00' },
				{ ...dinner, begin_time: '2026-11-29 20:00:00', end_time: '2026-11-29 22:30:00' },
				{ ...party, begin_time: '2026-11-29 21:00:00', end_time: '2026-11-29 23:30:00' },
			],
		},
		[bffPatterns.relations]: {
			relations: { 1: { joined: true, wished: false, day: '2026-11-28' } },
			isComplete: true,
		},
	});
	await app.open('/me/participated');
	fireEvent.click(await screen.findByRole('button', { name: 'Share my weekend' }));
	const [walks, dines] = ['Sat 28 Nov, 08:00 – 24:00', 'Sun 29 Nov, 20:00 – 22:30'];
	const image = await screen.findByRole('img', { name: /^My weekend/ });
	const described = ['My weekend', `${walks} · Walk\nFragrant Hills`, `${dines} · Dinner\nCanteen`];
	expect(image.getAttribute('alt')).toBe(described.join('\n\n'));
	const request = app.calls.find((call) => call.startsWith('POST /auth/weekend '));
	expect(JSON.parse(request?.replace(/^\S+ \S+ /, '') ?? '')).toEqual({
		locale: 'en',
		events: [
			{ id: '1', when: walks },
			{ id: '2', when: dines },
		],
	});
	screen.getByText('Private events are left out.');
	fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
	await screen.findByText('Copied.');
	expect(writeText).toHaveBeenCalledWith(expect.stringContaining(walks));
});
