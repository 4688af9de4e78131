// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Day, weekdayOf } from '../../../../src/contract/event/wall-clock.ts';
import { startApp } from '../../start-app.tsx';

describe('subscribing to a city', () => {
	it('has the feeds of the filters of the page, and can be closed and opened again', async () => {
		const app = await startApp();
		await app.open('/cities/beijing?day_type=weekend&type=music');
		for (let times = 0; times < 2; times += 1) {
			fireEvent.click(screen.getByText('Subscribe'));
			const field = await screen.findByLabelText<HTMLInputElement>('Calendar link');
			expect(field.value).toBe('http://localhost:3000/feeds/cities/beijing.ics?day_type=weekend&type=music');
			fireEvent.click(within(field.closest('dialog') as HTMLElement).getByText('Close'));
			await waitFor(() => expect(screen.queryByLabelText('Calendar link')).toBeNull());
		}
	});
});

describe('the bar above a list', () => {
	it('names what is chosen, says how many events there are, and has a link to the list without each choice', async () => {
		const app = await startApp();
		await app.open('/cities/beijing?day_type=week&type=music&sort=interest');
		await screen.findByText(/^\d+ events$/);
		expect(screen.getByRole('button', { name: 'Type: Music' }).textContent).toBe('Music');
		const without = (name: string) =>
			screen.getByRole('link', { name: `Remove filter: ${name}` }).getAttribute('href');
		expect(without('Music')).toBe('/cities/beijing?day_type=week&sort=interest');
		expect(without('Popular')).toBe('/cities/beijing?day_type=week&type=music');
		fireEvent.click(screen.getByRole('link', { name: 'Remove filter: Music' }));
		await waitFor(() => expect(window.location.search).toBe('?day_type=week&sort=interest'));
		await waitFor(() => expect(screen.queryByRole('link', { name: 'Remove filter: Music' })).toBeNull());
	});

	it('has this evening, tomorrow, and the days up to Sunday', async () => {
		const app = await startApp();
		await app.open('/cities/beijing?day_type=week');
		const days = within(screen.getByRole('navigation', { name: 'When' })).getAllByRole('link');
		expect(days.map(({ textContent }) => textContent)[0]).toBe('Tonight');
		const singles = days.flatMap(
			(link) => new URL((link as HTMLAnchorElement).href).searchParams.get('day') ?? [],
		);
		expect(singles.map((day) => weekdayOf(day as Day)).toSorted()).toEqual(
			[0, 5, 6].filter((weekday) => singles.some((day) => weekdayOf(day as Day) === weekday)),
		);
		expect(singles.length).toBeGreaterThan(0);
		fireEvent.click(
			days.find((link) => link.getAttribute('href')?.includes(`day=${singles[0]}`)) as HTMLElement,
		);
		await waitFor(() => expect(window.location.search).toContain(`day=${singles[0]}`));
	});
});
