import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { PublicSettings } from '../../../../src/contract/bff-api/page-data.ts';
import { publicEvent } from '../../../bff/public-event.ts';
import { cityEvents, eveningEvent } from '../../bodies.ts';
import { openApp, showEverything, startApp, type TestApp, withSettings } from '../../start-app.tsx';
import { follow, hasTitle, hrefOf, tap } from '../../steps.ts';

const event = eveningEvent(7, '2998-11-21', {
	title: 'Jazz',
	address: 'Gulou 1',
	loc_id: '108288',
	loc_name: '北京',
	participant_count: 0,
	wisher_count: 0,
});
const nobody = { users: [], total: 0 };

/** The page of an event that the service sends with these fields. @param started by default a new app */
async function openEvent(fields: object, settings: Partial<PublicSettings> = {}, started?: TestApp) {
	const app = started ?? (await startApp());
	app.respond({ '/api/events/7': { ...event, ...fields }, '/api/events/7/': nobody });
	await app.open('/events/7', withSettings(settings));
	await hasTitle('Jazz');
	return app;
}

describe('the page of an event', () => {
	it('shows what its card showed until the event is loaded, even after Back and Forward an hour later, and above an error', async () => {
		const app = await startApp();
		const load = app.hold('GET /api/events/7');
		app.respond({ ...cityEvents(event), '/api/events/7': Response.error() });
		await app.open('/cities/beijing?day_type=future');
		await follow('Jazz');
		await hasTitle('Jazz');
		// If Join came later, it would replace the navigation under a finger.
		screen.getByRole('button', { name: 'Join' });
		expect(screen.queryByRole('link', { name: 'Show on map' })).toBeNull();
		window.history.back();
		await screen.findByRole('link', { name: 'Jazz' });
		app.client().removeQueries({ type: 'inactive', predicate: ({ gcTime }) => gcTime < 7_200_000 });
		window.history.forward();
		await hasTitle('Jazz');
		load();
		await screen.findByRole('alert');
		await hasTitle('Jazz');
	});

	it('shows nothing of what its card showed if the event is rejected', async () => {
		const app = await startApp();
		app.respond({ ...cityEvents(event), '/api/events/7': { code: 108, msg: 'permission_denied' } });
		await app.open('/cities/beijing?day_type=future');
		await follow('Jazz');
		await hasTitle('Sign in');
		expect(document.documentElement.outerHTML).not.toContain('Gulou');
	});

	it('shows the not-found page when the service has no such event, and suggests signing in only to signed-out visitors', async () => {
		const app = await openApp('/events/99999999');
		await hasTitle('Event not found');
		expect(hrefOf('Choose your city')).toBe('/cities');
		await screen.findByText('It may have been removed. If it’s private, sign in to see it.');
		const main = within(screen.getByRole('main'));
		expect(main.getByRole('button', { name: 'Sign in' })).toBeTruthy();
		await app.signIn();
		await app.open('/events/99999999');
		await screen.findByText('It may have been removed, or it’s private and you’re not invited.');
		await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull());
	});

	it('shows the price beside Join, the kind of event, hours in words, and tags that lead to a search', async () => {
		// The app gets this as the BFF would send it, because `start-app.tsx` converts the service's fields.
		await openEvent({
			end_time: '2998-12-24 18:00:00',
			category: 'exhibition',
			subcategory_name: 'Ceramics',
			fee_str: '¥80',
			tags: '陶艺,two words',
			time_str: '周二至周日 10:00-17:00',
		});
		const plans = within(screen.getByRole('region', { name: 'Your plans' }));
		expect(plans.getByText('¥80')).toBeTruthy();
		expect(screen.getByText('Ceramics')).toBeTruthy();
		expect(screen.getByText('周二至周日 10:00-17:00')).toBeTruthy();
		expect(hrefOf('two words')).toBe('/cities/108288/search?q=two+words');
	});

	it('asks to sign in when the service requires it, whatever the status code', async () => {
		const app = await startApp();
		app.respond({ '/api/events/7': Response.json({ code: 102, msg: 'rejected' }, { status: 404 }) });
		await app.open('/events/7');
		await hasTitle('Sign in');
		const main = within(screen.getByRole('main'));
		await waitFor(() => expect(main.getByRole('button', { name: 'Sign in' })).toBeTruthy());
		await screen.findByText('Sign in to continue.');
		expect(document.title).toBe('Sign in · Daybill');
		expect(screen.queryByText('Code 102')).toBeNull();
		await app.signIn();
		await app.open('/events/7');
		await screen.findByText('Code 102');
		expect(document.title).toBe('Something went wrong · Daybill');
	});

	it.each(['a/b', 'a%2Fb', 'a%252Fb'])('opens for an event whose id is %j', async (id) => {
		const app = await startApp();
		const path = `/api/events/${encodeURIComponent(id)}`;
		app.respond({ [path]: { ...event, id }, [`${path}/`]: nobody });
		await app.open(`/events/${encodeURIComponent(id)}`);
		await hasTitle('Jazz');
	});

	it('is usable without a part that the service rejects, and can retry that part', async () => {
		const people = { users: [{ id: '1', uid: 'dora', name: 'Dora' }], total: 5 };
		const limited = { code: 112, msg: 'rate_limit_exceeded2', request: 'GET /v2' };
		const app = await startApp();
		const respond = (participants: object) =>
			app.respond({
				'/api/events/7': { ...event, participant_count: 5, wisher_count: 5 },
				'/api/events/7/participants': participants,
				'/api/events/7/wishers': people,
			});
		respond(limited);
		await app.open('/events/7');
		expect((await screen.findByRole('alert')).textContent).toContain('Code 112');
		await waitFor(() => expect(screen.getAllByRole('button', { name: /^See all/ })).toHaveLength(1));
		respond(people);
		await tap('Try again');
		await waitFor(() => expect(screen.getAllByRole('button', { name: /^See all/ })).toHaveLength(2));
	});

	it('names the city and shows the coordinates of an event without an address', async () => {
		await openEvent({ address: '', geo: '39.9 116.4' });
		expect(screen.getByText('Where', { selector: 'dt' }).nextElementSibling?.textContent).toMatch(/^北京/);
		expect(screen.getByRole('button', { name: 'Show on map' })).toBeDefined();
		expect(hrefOf('Get directions')).toContain('directions');
	});

	it('links the service’s own page by its name, another site’s by its host, and an album if it is a URL', async () => {
		const app = await openEvent({ album: '12', alt: 'http://127.0.0.1/7' });
		expect(hrefOf('View on Events Sandbox')).toBe('http://127.0.0.1/7');
		const authorization_endpoint = 'https://www.service.co.uk/auth';
		await openEvent({ alt: 'https://evil.co.uk/7' }, { authorization_endpoint }, app);
		expect(hrefOf('View on evil.co.uk')).toBe('https://evil.co.uk/7');
		await openEvent({ alt: 'https://events.service.co.uk/7' }, { authorization_endpoint }, app);
		expect(hrefOf('View on Events Sandbox')).toBe('https://events.service.co.uk/7');
		await openEvent({ alt: 'https://events.example/7' }, {}, app);
		expect(hrefOf('View on events.example')).toBe('https://events.example/7');
		expect(hrefOf('See photos')).toBeNull();
		await openEvent({ album: 'https://events.example/7/album' }, {}, app);
		expect(hrefOf('See photos')).toBe('https://events.example/7/album');
		expect(hrefOf('View on Events Sandbox')).toBeNull();
	});

	it('goes back to the previous page, or to its city if there is none', async () => {
		await openEvent({});
		expect(hrefOf('Back')).toBe('/cities/108288');
		vi.stubGlobal('navigation', { canGoBack: true });
		const back = vi.spyOn(window.history, 'back').mockReturnValue();
		fireEvent.click(screen.getByRole('link', { name: 'Back' }));
		expect(back).toHaveBeenCalledOnce();
		expect(window.location.pathname).toBe('/events/7');
	});

	it('offers no calendar file for an event that is not known to be public', async () => {
		await openEvent({ is_priv: 'who knows' });
		expect(hrefOf('Google Calendar')).not.toBeNull();
		expect(hrefOf('Download file (.ics)')).toBeNull();
	});

	it.each([
		[{ participant_count: 5, wisher_count: 0 }, '5\u00a0going', ['Going (5)', 'Interested']],
		[{ participant_count: 0, wisher_count: 2 }, '2\u00a0interested', ['Going', 'Interested (2)']],
		[{ participant_count: undefined, wisher_count: undefined }, undefined, ['Going', 'Interested']],
	])(
		'counts only non-empty groups, whether the service lists their people or not: %j',
		async (counts, text, headings) => {
			await openEvent(counts);
			for (const name of headings) await screen.findByRole('heading', { name });
			expect(screen.queryByTestId('participant-count')?.parentElement?.textContent).toBe(text);
			const empty = headings.filter((name) => !name.includes('('));
			await waitFor(() => expect(screen.getAllByText('No one yet.')).toHaveLength(empty.length));
		},
	);

	it('names the time zone of its times, unless it is the visitor’s own', async () => {
		const own = Intl.DateTimeFormat().resolvedOptions();
		const app = await openEvent({}, { time_zone: 'Asia/Kathmandu' });
		await screen.findByText('When · Nepal Time');
		await openEvent({}, { time_zone: own.timeZone }, app);
		expect(screen.getByText('When', { selector: 'dt' }).textContent).toBe('When');
		// Some browsers don't know their own time zone.
		const unknown = { ...own, timeZone: 'Etc/Unknown' };
		vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(unknown);
		await openEvent({}, { time_zone: 'Asia/Kathmandu' }, app);
		await screen.findByText('When · Nepal Time');
	});

	it('requests map tiles only after a click, which moves the focus to the map, and says if they are missing', async () => {
		const settings = { map_tile_url: 'https://tile.example/{z}/{x}/{y}.png' };
		await openEvent({ geo: '39.9087 116.3975' }, settings);
		const tiles = () =>
			[...document.querySelectorAll('img')].filter(({ src }) => src.includes('tile.example'));
		expect(tiles()).toEqual([]);
		await tap('Show on map');
		await waitFor(() => expect(tiles()[0]?.src).toBe('https://tile.example/16/53957/24832.png'));
		const [first] = tiles();
		if (first) fireEvent.error(first);
		await screen.findByText(/^Couldn’t load the map background/);
		expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Map' }));
	});

	it.each([
		['北京', 'More events in 北京'],
		['', 'More events'],
	])('links to the other events of its city, which the service calls %j', async (name, words) => {
		await openEvent({ loc_name: name });
		expect(hrefOf(words)).toBe('/cities/108288');
	});

	it('ends with nearby events of that evening, loaded when the end comes into view', async () => {
		const [near, by] = ['Chess', 'Blues'].map((title) => publicEvent({ id: title, title }));
		const app = await startApp();
		showEverything();
		app.respond({
			'/front/events/7': { nearby: [near], by: [by] },
			'/api/events/7': { ...event, is_priv: 'no', owner: { id: '1', name: 'Alice' } },
			'/api/events/7/': nobody,
		});
		await app.open('/events/7');
		await screen.findByRole('heading', { level: 2, name: 'Nearby that evening' });
		expect(screen.getByRole('heading', { level: 2, name: 'More by Alice' })).toBeDefined();
		expect(hrefOf('Chess')).toBe('/events/Chess');
	});
});
