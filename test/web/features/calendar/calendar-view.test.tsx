import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openApp, startApp } from '../../start-app.tsx';

const chosen = () => document.querySelector<HTMLElement>('[data-day][aria-pressed="true"]')?.dataset.day;
const press = (key: string) => {
	const day = document.querySelector('[data-day][aria-pressed="true"]');
	if (day === null) throw new Error('no day is chosen');
	fireEvent.keyDown(day, { key });
};

describe('the calendar of a city', () => {
	it('shows the day in the URL, and moves with the keys of a grid', async () => {
		await openApp('/cities/beijing?view=calendar&day=2030-11-21');
		await waitFor(() => expect(chosen()).toBe('2030-11-21'));
		// The calendar chooses a single day instead of a list's periods.
		expect(screen.queryByRole('navigation', { name: 'When' })).toBeNull();
		for (const [key, day] of [
			['ArrowRight', '2030-11-22'],
			['ArrowDown', '2030-11-29'],
			['Home', '2030-11-25'],
			['End', '2030-12-01'],
			['PageDown', '2031-01-01'],
			['PageUp', '2030-12-01'],
			['ArrowUp', '2030-11-24'],
			['ArrowLeft', '2030-11-23'],
		] as const) {
			press(key);
			await waitFor(() => expect(chosen()).toBe(day));
			await waitFor(() => expect(document.activeElement).toBe(document.querySelector(`[data-day="${day}"]`)));
			expect(new URL(window.location.href).searchParams.get('day')).toBe(day);
		}
	});

	it('stays where it is on the page when another day is chosen', async () => {
		await openApp('/cities/beijing?view=calendar&day=2030-11-21');
		await waitFor(() => expect(chosen()).toBe('2030-11-21'));
		const scrollTo = vi.spyOn(window, 'scrollTo');
		press('ArrowRight');
		await waitFor(() => expect(chosen()).toBe('2030-11-22'));
		expect(scrollTo).not.toHaveBeenCalled();
		fireEvent.click(screen.getByRole('link', { name: 'Settings' }));
		await screen.findByRole('heading', { level: 1, name: 'Settings' });
		expect(scrollTo).toHaveBeenCalled();
	});

	it('shows the list of a day that is tapped on a phone, where the days fill the screen', async () => {
		await openApp('/cities/beijing?view=calendar&day=2030-11-21');
		const day = await screen.findByRole('button', { name: /^Friday 22 November/ });
		vi.stubGlobal('matchMedia', () => ({ matches: true }));
		const scrolled: Element[] = [];
		Element.prototype.scrollIntoView = function scroll() {
			scrolled.push(this);
		};
		fireEvent.click(day);
		await screen.findByText('No events on this day.');
		expect(chosen()).toBe('2030-11-22');
		expect(scrolled.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('No events on')]);
	});

	it('does not claim that the days of a month that is loading have no events', async () => {
		const app = await startApp();
		const held = Promise.withResolvers<void>();
		app.intercept(({ path, forward }) => (path.includes('2031-01') ? held.promise.then(forward) : undefined));
		await app.open('/cities/beijing?view=calendar&day=2030-11-21');
		const name = () =>
			document.querySelector('[data-day][aria-pressed="true"]')?.lastElementChild?.textContent;
		await waitFor(() => expect(name()).toBe('Thursday 21 November · No events on this day.'));
		press('PageDown');
		await waitFor(() => expect(name()).toBe('Saturday 21 December'));
		expect(screen.getByRole('grid', { name: 'Calendar' }).getAttribute('aria-busy')).toBe('true');
		held.resolve();
		await waitFor(() => expect(name()).toBe('Saturday 21 December · No events on this day.'));
	});

	it('does not claim that a past day had no events, because the service no longer lists them', async () => {
		await openApp('/cities/beijing?view=calendar&day=2020-01-15');
		await screen.findByText('This day is over.');
		expect(screen.queryByText(/No events on this day/)).toBeNull();
		expect(screen.queryByText('0 events')).toBeNull();
		expect(screen.getByRole('button', { name: /15 January/ })).toBeDefined();
	});

	it.each(['', '&day=2026-02-30'])(
		'shows today, in its whole month of six weeks, without a valid day: %j',
		async (day) => {
			await openApp(`/cities/beijing?view=calendar${day}`, (page) => ({
				settings: { ...page.settings, time_zone: 'UTC' },
			}));
			const today = new Date().toISOString().slice(0, 10);
			await waitFor(() => expect(chosen()).toBe(today));
			const days = [...document.querySelectorAll<HTMLElement>('[data-day]')].map(
				({ dataset }) => dataset.day,
			);
			expect(days).toContain(`${today.slice(0, 7)}-01`);
			expect(days).toHaveLength(42);
		},
	);

	it('shows counts as final only once the index is complete', async () => {
		const app = await startApp();
		const index = { indexed: 1, listed: 2, is_complete: false, is_reading: true };
		const found = { hits: [], total: 0, suggestion: null, named: { types: [], venues: [], organizers: [] } };
		const at = '/cities/beijing?view=calendar&day=2998-01-01';
		const respond = (state: Partial<typeof index>) =>
			app.respond({
				'/search/cities/beijing/days': { ...index, ...state, days: { '2998-01-02': 1 }, spans: [] },
				'/search/cities/beijing': { ...index, ...state, ...found },
			});
		respond({});
		await app.open(at);
		await screen.findByText('1', { selector: '[data-day="2998-01-02"] *' });
		expect(screen.getByText('Loading…')).toBeDefined();
		expect(screen.getByRole('button', { name: 'Monday 1 January' })).toBeDefined();
		expect(screen.queryByText('No events on this day.')).toBeNull();
		respond({ indexed: 2, is_complete: true, is_reading: false });
		await app.open(at);
		await screen.findByText('No events on this day.');
		expect(screen.getByRole('button', { name: 'Monday 1 January · No events on this day.' })).toBeDefined();
		expect(screen.queryByText('Loading…')).toBeNull();
	});
});
