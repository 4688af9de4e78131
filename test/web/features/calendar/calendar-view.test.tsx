import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { nothingFound } from '../../bodies.ts';
import { openApp, setClock, startApp, withSettings } from '../../start-app.tsx';
import { hasFocus, tap } from '../../steps.ts';

const chosenDay = () => document.querySelector<HTMLElement>('[data-day][aria-pressed="true"]') as HTMLElement;
const hasChosen = (day: string) => waitFor(() => expect(chosenDay().dataset.day).toBe(day));
const press = (key: string) => fireEvent.keyDown(chosenDay(), { key });
const days = () => [...document.querySelectorAll<HTMLElement>('[data-day]')];

/** An app with the calendar of a day on which the service has no events. */
async function openFarDay() {
	const app = await openApp('/cities/beijing?view=calendar&day=2030-11-21');
	await hasChosen('2030-11-21');
	return app;
}

describe('the calendar of a city', () => {
	it('shows the day in the URL, and moves with the keys of a grid', async () => {
		await openFarDay();
		// In a calendar, people choose a single day, not a period as for a list.
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
			await hasChosen(day);
			await hasFocus(chosenDay);
			expect(new URL(window.location.href).searchParams.get('day')).toBe(day);
		}
	});

	it('shows the week of the day, and leads back to today', async () => {
		await openFarDay();
		await tap('Week');
		await waitFor(() => expect(days()).toHaveLength(7));
		await tap('Today');
		await waitFor(() => expect(chosenDay().ariaCurrent).toBe('date'));
	});

	it('shows the list of a day that is tapped on a phone, where the days fill the screen', async () => {
		await openFarDay();
		vi.stubGlobal('matchMedia', () => ({ matches: true }));
		const scrolled: Element[] = [];
		Element.prototype.scrollIntoView = function scroll() {
			scrolled.push(this);
		};
		await tap(/^Friday 22 November/);
		await screen.findByText('No events on this day.');
		await hasChosen('2030-11-22');
		expect(scrolled.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('No events on')]);
	});

	it('does not claim that the days of a month that is loading have no events', async () => {
		const app = await openFarDay();
		const answer = app.hold('2031-01');
		const name = () => chosenDay().lastElementChild?.textContent;
		await waitFor(() => expect(name()).toBe('Thursday 21 November · No events on this day.'));
		press('PageDown');
		await waitFor(() => expect(name()).toBe('Saturday 21 December'));
		expect(screen.getByRole('grid', { name: 'Calendar' }).getAttribute('aria-busy')).toBe('true');
		answer();
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
		'shows today without a valid day, and leaves out the weeks that are over: %j',
		async (day) => {
			setClock('2026-11-30T23:00:00Z');
			await openApp(`/cities/beijing?view=calendar${day}`, withSettings({ time_zone: 'UTC' }));
			await hasChosen('2026-11-30');
			const shown = days().map(({ dataset }) => dataset.day);
			expect([shown.at(0), shown.at(-1)]).toEqual(['2026-11-30', '2027-01-10']);
			expect(screen.getByRole('heading', { name: /^November.–.December 2026$/ })).toBeDefined();
		},
	);

	it('goes to the first day of another month or week, and back to today', async () => {
		setClock('2026-11-30T12:00:00Z');
		await openApp('/cities/beijing?view=calendar', withSettings({ time_zone: 'UTC' }));
		for (const [name, day] of [
			['Next', '2026-12-01'],
			['Next', '2027-01-01'],
			['Previous', '2026-12-01'],
			['Previous', '2026-11-30'],
			['Previous', '2026-10-01'],
			['Today', '2026-11-30'],
			['Week', '2026-11-30'],
			['Next', '2026-12-07'],
			['Previous', '2026-11-30'],
		] as const) {
			await tap(name);
			await hasChosen(day);
		}
	});

	it('shows counts as final only once the index is complete', async () => {
		const app = await startApp();
		const at = '/cities/beijing?view=calendar&day=2998-01-01';
		const respond = (isComplete: boolean) => {
			const index = { ...nothingFound, is_complete: isComplete, is_reading: !isComplete };
			app.respond({
				'/search/cities/beijing/days': { ...index, days: { '2998-01-02': 1 }, spans: [] },
				'/search/cities/beijing': index,
			});
		};
		respond(false);
		await app.open(at);
		await screen.findByText('1', { selector: '[data-day="2998-01-02"] *' });
		expect(screen.getByText('Loading…')).toBeDefined();
		expect(screen.getByRole('button', { name: 'Monday 1 January' })).toBeDefined();
		expect(screen.queryByText('No events on this day.')).toBeNull();
		respond(true);
		await app.open(at);
		await screen.findByText('No events on this day.');
		expect(screen.getByRole('button', { name: 'Monday 1 January · No events on this day.' })).toBeDefined();
		expect(screen.queryByText('Loading…')).toBeNull();
	});
});
