import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { publicEvent } from '../../../bff/public-event.ts';
import { noFront } from '../../bodies.ts';
import { openApp, setClock } from '../../start-app.tsx';
import { follow, hrefOf, isAt, tap, textsOf } from '../../steps.ts';

it('subscribing to a city offers the feeds for the filters of the page, and can be closed and opened again', async () => {
	await openApp('/cities/beijing?day_type=weekend&type=music');
	for (let times = 0; times < 2; times += 1) {
		fireEvent.click(screen.getByText('Subscribe'));
		const field = await screen.findByLabelText<HTMLInputElement>('Calendar link');
		expect(field.value).toBe('http://localhost:3000/feeds/cities/beijing.ics?day_type=weekend&type=music');
		fireEvent.click(within(field.closest('dialog') as HTMLElement).getByText('Close'));
		await waitFor(() => expect(screen.queryByLabelText('Calendar link')).toBeNull());
	}
});

it('a subscription to a single day has all days, and does not claim otherwise', async () => {
	await openApp('/cities/beijing?day=2026-12-04&type=music');
	fireEvent.click(screen.getByText('Subscribe'));
	const { value } = await screen.findByLabelText<HTMLInputElement>('Calendar link');
	expect(value).toBe('http://localhost:3000/feeds/cities/beijing.ics?day_type=future&type=music');
	expect(screen.queryByText('Your current filters apply.')).toBeNull();
});

describe('the bar above a list', () => {
	it('shows the chosen filters, the number of events, and a link that removes each filter', async () => {
		await openApp('/cities/beijing?day_type=week&type=music&sort=interest');
		await screen.findByText(/^\d+ events$/);
		expect(screen.getByRole('button', { name: 'Type: Music' }).textContent).toBe('Music');
		expect(hrefOf('Remove filter: Music')).toBe('/cities/beijing?day_type=week&sort=interest');
		expect(hrefOf('Remove filter: Popular')).toBe('/cities/beijing?day_type=week&type=music');
		await follow('Remove filter: Music');
		await isAt('/cities/beijing?day_type=week&sort=interest');
		await waitFor(() => expect(hrefOf('Remove filter: Music')).toBeNull());
	});

	it('offers what is free if the list names prices, and says so when the words of a search do', async () => {
		const app = await openApp('/cities/beijing?day_type=week&type=commonweal');
		await follow('Free');
		await isAt('/cities/beijing?day_type=week&type=commonweal&price=0');
		await screen.findByText(/^\d+ events?( ·|$)/);
		for (const card of screen.getAllByRole('article')) expect(card.textContent).toContain('Free');
		await follow('Remove filter: Free');
		await isAt('/cities/beijing?day_type=week&type=commonweal');
		await app.open('/cities/beijing/search?q=kostenlose+ausstellung');
		await waitFor(() => expect(hrefOf('Remove filter: Free')).toBe('/cities/beijing/search?q=ausstellung'));
	});

	const chosen = () => screen.getByRole('navigation', { name: 'When' }).querySelector('[aria-current]');

	it.each([
		['2026-11-20T13:00:00+08:00', 'Today'],
		['2026-11-20T17:30:00+08:00', 'Tonight'],
	])('at %s, says “%s” for today everywhere', async (now, name) => {
		setClock(now);
		const app = await openApp('/cities/beijing?day_type=today');
		expect(chosen()?.textContent).toBe(name);
		expect(document.title).toBe(`北京 · ${name} · Daybill`);
		expect(await (await app.browser().get('/cities/beijing?day_type=today')).text()).toContain(
			`<title>北京 · ${name} · Daybill</title>`,
		);
		expect(screen.getByText(name, { selector: 'p' })).toBeDefined();
		const today = [publicEvent({ begin_time: '2026-11-20 20:00:00', end_time: '2026-11-20 22:00:00' })];
		await app.open('/cities/beijing', { front: { ...noFront, today } });
		expect(await screen.findByRole('heading', { name: `${name} See all` })).toBeDefined();
	});

	it('offers the next days with their dates, two weekends, and any other day', async () => {
		// A Wednesday.
		setClock('2026-11-25T12:00:00+08:00');
		await openApp('/cities/beijing?day_type=week');
		const days = within(screen.getByRole('navigation', { name: 'When' })).getAllByRole('link');
		const dated = ['Fri 27 Nov', 'Sat 28 Nov', 'Sun 29 Nov'];
		const names = ['Today', 'Tomorrow', ...dated, 'This weekend', 'Next weekend', 'This week', 'Upcoming'];
		expect(textsOf(days)).toEqual(names);
		await follow('Next weekend');
		await isAt('/cities/beijing?day=2026-12-05&until=2026-12-06');
		await waitFor(() => expect(chosen()?.textContent).toBe('Next weekend'));
		expect(document.title).toBe('北京 · Sat 5 Dec – Sun 6 Dec · Daybill');
		await tap('Pick a day');
		const next = await screen.findByRole('button', { name: 'Next' });
		fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
		expect(window.location.search).toContain('day=2026-12-05');
		fireEvent.click(next);
		await tap('Friday 8 January');
		await isAt('/cities/beijing?day=2027-01-08');
		await waitFor(() => expect(chosen()?.textContent).toBe('Fri, 8 Jan 2027'));
	});

	it.each([
		['2026-11-25', 'Today'],
		['2026-11-26', 'Tomorrow'],
	])('says “%s” by name: %s', async (day, name) => {
		setClock('2026-11-25T12:00:00+08:00');
		await openApp(`/cities/beijing?day=${day}`);
		await waitFor(() => expect(chosen()?.textContent).toBe(name));
	});
});
