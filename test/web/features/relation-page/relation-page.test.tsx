import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { daysOf } from '../../../../src/contract/event/times.ts';
import { type Day, dayMs, dayOf, wallClockAt } from '../../../../src/contract/event/wall-clock.ts';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import { sandboxTimeZone } from '../../../../src/servers/sandbox-defaults.ts';
import { eveningEvent, joined, openEvent, overEvent, ownEvents, ownRelations } from '../../bodies.ts';
import { openApp, setClock, startApp, startSignedIn, startWithEvent } from '../../start-app.tsx';
import { follow, hasTitle, isAt, tap, textsOf } from '../../steps.ts';

const timeIn = (days: number) => wallClockAt(Date.now() + days * dayMs, sandboxTimeZone);

/** Three events, one per page, the latest first. */
function latestFirst(query: URLSearchParams) {
	const start = Number(query.get('start'));
	const days = 3 - start;
	const event = { id: String(start), title: `Party in ${days} days`, begin_time: timeIn(days) };
	return { events: days > 0 ? [event] : [], start, total: 3 };
}

const titlesIn = (section: HTMLElement) => textsOf(within(section).getAllByRole('link', { name: /^Party/ }));

describe('a list whose first page has the latest events', () => {
	it('names the next event and orders the days once all events are loaded', async () => {
		const app = await startApp();
		const load = app.hold(/created.*start=2/);
		app.respond({ '/api/users/1001/created': latestFirst });
		await app.open('/users/1001/created');
		await waitFor(() => expect(app.callsTo('start=2')).not.toEqual([]));
		expect(screen.queryByText('Up next')).toBeNull();
		load();
		const next = await screen.findByRole('heading', { name: 'Up next' });
		expect(titlesIn(next.closest('section') as HTMLElement)).toEqual(['Party in 1 days']);
		const ordered = [1, 2, 3].map((days) => `Party in ${days} days`);
		expect(titlesIn(screen.getByRole('main'))).toEqual(ordered);
	});

	it('names no next event and no days if not all events can be loaded', async () => {
		const app = await startApp();
		const busy = { code: 1001, msg: 'busy', request: 'GET /' };
		app.respond({
			'/api/users/1001/created': (query) => (query.get('start') === '2' ? busy : latestFirst(query)),
		});
		await app.open('/users/1001/created');
		await screen.findByRole('button', { name: 'Try again' });
		expect(titlesIn(screen.getByRole('main'))).toEqual(['Party in 3 days', 'Party in 2 days']);
		expect(screen.queryByText('Up next')).toBeNull();
		expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
	});
});

describe('the events of a user', () => {
	/** Opens a page as a signed-in user. The BFF responds with `bodies`. */
	async function openOwn(bodies: object, path = '/me/participated') {
		const app = await startSignedIn();
		app.respond({ ...bodies });
		await app.open(path);
		return app;
	}

	it('are shown below their day, which their cards do not repeat, and name others at the same time', async () => {
		const same = ['Chess', 'Opera'].map((id) => eveningEvent(id));
		await openOwn(ownEvents(...same, eveningEvent('Far', '2998-11-23')));
		await screen.findByText('Same time as Event Opera');
		await screen.findByText('Same time as Event Chess');
		const day = await screen.findByRole('heading', { level: 2, name: /23 November 2998$/ });
		expect(within(day.parentElement as HTMLElement).getByText(/^20:00.*22:00$/)).toBeDefined();
	});

	it('have only days and times in cities whose zones are unknown, and clash only within a city', async () => {
		const app = await startApp();
		setClock('2026-11-21T12:00:00Z', 0);
		await app.signIn();
		const at = (title: string, id: string, from: string, to: string) => ({
			...{ id: title, title, loc_id: id },
			...{ begin_time: `2026-11-21 ${from}:00`, end_time: `2026-11-21 ${to}:00` },
		});
		const events = [
			...[at('Opera', '1', '11:00', '16:00'), at('Chess', '2', '14:30', '15:30')],
			...[at('Cinema', '2', '15:00', '17:00'), at('Bar', '3', '18:00', '23:00')],
		];
		app.respond(ownEvents(...events));
		await app.open('/me/participated', ({ settings }) => ({ settings: { ...settings, time_zone: null } }));
		await screen.findAllByText(/^Same time as/);
		// Without zones, it is unknown which event is next.
		expect(screen.queryByText('Up next')).toBeNull();
		const clashes = screen.getAllByText(/^Same time as/).map(({ textContent }) => textContent);
		expect(clashes).toEqual(['Same time as Cinema', 'Same time as Chess']);
		expect(screen.getByRole('main').textContent).not.toMatch(/\bin \d|On now|Starting soon|Today|Tonight/);
	});

	/** For `respond`: the user's events by status. */
	const byStatus = (lists: Record<string, object[]>) => ({
		[bffPatterns.ownEvents]: (query: URLSearchParams) => ({ events: lists[query.get('status') ?? ''] }),
	});

	it('are in a calendar on the days that the person chose', async () => {
		const run = eveningEvent(1, '2125-11-23', { end_time: '2125-11-26 22:00:00' });
		await openOwn(
			{
				...byStatus({ ongoing: [run, eveningEvent(2, '2125-11-24')], expired: [] }),
				...ownRelations({ 1: { ...joined, day: '2125-11-24' as Day }, 2: joined }),
			},
			'/me/participated?view=calendar&day=2125-11-24',
		);
		const link = await screen.findByRole('link', { name: 'Calendar' });
		expect(link.getAttribute('href')).toBe('/me/participated?view=calendar');
		await screen.findByRole('button', { name: 'Saturday 24 November · 2 events' });
		expect(screen.getByRole('button', { name: 'Friday 23 November · No events on this day.' })).toBeDefined();
		expect(textsOf(screen.getAllByRole('heading', { level: 3 }))).toEqual(['Event 1', 'Event 2']);
		await tap('Friday 23 November · No events on this day.');
		await screen.findByText('No events on this day.');
		expect(screen.queryByRole('heading', { name: 'Friday 23 November', hidden: true })).toBeNull();
	});

	it('are in a calendar on past days, too', async () => {
		const past = [openEvent(1, { begin_time: '2001-01-15 10:00:00' })];
		await openOwn(
			{ ...byStatus({ ongoing: [], expired: past }), ...ownRelations({ 1: joined }) },
			'/me/participated?view=calendar&day=2001-01-15',
		);
		await screen.findByRole('button', { name: 'Monday 15 January · 1 event' });
		expect(screen.getByRole('heading', { level: 3, name: 'Event 1' })).toBeDefined();
	});

	it('are counted as shown, including past ones', async () => {
		const app = await startApp();
		const events = [overEvent(1), overEvent(1), overEvent(2), { title: 'no id' }];
		app.respond({ '/api/users/1001/created': { events, total: 4 } });
		await app.open('/users/1001/created');
		await screen.findByText('2 events');
		expect(screen.getAllByRole('link', { name: /^Event/ })).toHaveLength(2);
	});

	it('are those that the user hosts, goes to or is interested in, past or not', async () => {
		await openApp('/users/1001/created');
		await follow('Going');
		await isAt('/users/1001/participated');
		const upcoming = await screen.findByRole('link', { name: 'Upcoming' });
		expect(upcoming.getAttribute('aria-current')).toBe('true');
		await follow('Past');
		await isAt('/users/1001/participated?status=expired');
		for (const { textContent } of await screen.findAllByRole('article'))
			expect(textContent).toContain('Ended');
		await follow('Interested');
		await isAt('/users/1001/wished');
		await screen.findAllByRole('article');
	});

	it('have a title without the id while the name of the user is unknown', async () => {
		const app = await startApp();
		const read = app.hold(/\bcount=1\b/);
		app.respond({
			'/api/users/1001/created': { events: [{ id: '1', owner: { id: '1001', name: 'Anna' } }], total: 1 },
		});
		await app.open('/users/1001/created');
		expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hosting');
		read();
		await hasTitle('Anna’s events');
	});

	it('show the chosen day, and say if it is unknown', async () => {
		const { app, event } = await startWithEvent((each) => daysOf(readEvent(each)).length > 2);
		const [, , day = null] = daysOf(readEvent(event), { from: dayOf(timeIn(0)) });
		const card = async () => {
			const [link] = await screen.findAllByRole('link', { name: event.title });
			return link?.closest('section')?.textContent;
		};
		app.respond({ ...ownEvents(event), ...ownRelations({ [event.id]: joined }) });
		await app.open('/me/participated');
		await waitFor(async () => expect(await card()).toContain('doesn’t say which day'));
		app.respond({ ...ownEvents(event), ...ownRelations({ [event.id]: { ...joined, day } }) });
		await app.open('/me/participated');
		await waitFor(async () => expect(await card()).toContain(day?.slice(8).replace(/^0/, '')));
		expect(await card()).not.toContain('doesn’t say which day');
	});

	it('are shown with the changes that the user has made since the last look', async () => {
		const { app, event } = await startWithEvent();
		await app.open(`/events/${event.id}`);
		await follow('My events');
		await follow('Interested');
		await waitFor(() => expect(app.callsTo('=wished&')).not.toEqual([]));
		await screen.findByText(/^(\d+ events?|No events yet\.)$/);
		expect(screen.queryByRole('link', { name: event.title })).toBeNull();
		await act(async () => window.history.go(-2));
		await tap('Interested');
		await screen.findByText('Added to Interested.');
		await follow('My events');
		await follow('Interested');
		await screen.findByRole('link', { name: event.title });
	});
});

it('the image of the weekend has the public events on their chosen days, and the same times as the text to copy, which also describes it, without URLs', async () => {
	const app = await startApp();
	setClock('2026-11-26T12:00:00+08:00');
	const writeText = vi.fn(async (_text: string) => undefined);
	vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText } }));
	await app.signIn();
	const walk = { title: 'Walk', address: 'Fragrant Hills', end_time: '2026-11-30 18:00:00' };
	app.respond({
		'/auth/weekend': new Response('image'),
		...ownEvents(
			eveningEvent(1, '2026-11-28', walk),
			eveningEvent(2, '2026-11-29', { title: 'Dinner', address: 'Canteen' }),
			eveningEvent(3, '2026-11-29', { title: 'Party', address: 'At home', is_priv: 'yes' }),
		),
		...ownRelations({ 1: { ...joined, day: '2026-11-28' as Day } }),
	});
	await app.open('/me/participated');
	await tap('Share my weekend');
	const [walks, dines] = [
		'Sat 28 Nov, 20:00\u00a0\u2060–\u2060\u00a024:00',
		'Sun 29 Nov, 20:00\u00a0\u2060–\u2060\u00a022:00',
	];
	const image = await screen.findByRole('img', { name: /^My weekend/ });
	const described = ['My weekend', `${walks} · Walk\nFragrant Hills`, `${dines} · Dinner\nCanteen`];
	expect(image.getAttribute('alt')).toBe(described.join('\n\n'));
	const [request = ''] = app.callsTo('POST /auth/weekend ');
	expect(JSON.parse(request.replace(/^\S+ \S+ /, ''))).toEqual({
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

it('the page of a person whom the service does not know says so', async () => {
	await openApp('/users/99999999/participated');
	await hasTitle('Page not found');
});
