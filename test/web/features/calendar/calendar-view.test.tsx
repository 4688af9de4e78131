// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problem, startApp } from '../../start-app.tsx';

const chosen = () => document.querySelector<HTMLElement>('[data-day][aria-pressed="true"]')?.dataset.day;
const press = (key: string) => {
	const day = document.querySelector('[data-day][aria-pressed="true"]');
	if (day === null) throw new Error('no day is chosen');
	fireEvent.keyDown(day, { key });
};

describe('the calendar of a city', () => {
	it('has the day of the URL, and follows the keys of a grid', async () => {
		const app = await startApp();
		await app.open('/cities/beijing?view=calendar&day=2030-11-21');
		await waitFor(() => expect(chosen()).toBe('2030-11-21'));
		// It is a day of its own, and none of those that a list can have.
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
			expect(document.activeElement).toBe(document.querySelector(`[data-day="${day}"]`));
			expect(new URL(window.location.href).searchParams.get('day')).toBe(day);
		}
	});

	it.each(['2026-02-30', '9999-12-31', '0000-01-01', 'tomorrow', ''])(
		'shows today instead of an invalid day: %s',
		async (day) => {
			const app = await startApp();
			await app.open(`/cities/beijing?view=calendar&day=${day}`, (page) => ({
				...page,
				settings: { ...page.settings, time_zone: 'UTC' },
			}));
			const today = new Date().toISOString().slice(0, 10);
			await waitFor(() => expect(chosen()).toBe(today));
		},
	);

	it('counts the events of the list on their days when the index cannot be reached', async () => {
		const app = await startApp();
		const event = (id: string, begin_time: string, end_time: string) => ({
			id,
			title: id,
			begin_time,
			end_time,
		});
		const events = [
			event('morning to morning', '2026-11-21 08:00:00', '2026-11-22 11:00:00'),
			event('night', '2026-11-21 22:00:00', '2026-11-22 04:00:00'),
		];
		app.intercept(({ path }) => {
			if (path.startsWith('/search/')) return Promise.resolve(problem(502, 'service_unreachable'));
			if (path.startsWith('/api/cities/108288/events'))
				return Promise.resolve(Response.json({ events, total: 2 }));
			return undefined;
		});
		await app.open('/cities/beijing?view=calendar&day=2026-11-22');
		await screen.findByRole('button', { name: 'Saturday 21 November, 2 events' });
		screen.getByRole('button', { name: 'Sunday 22 November, 1 event' });
		await screen.findByText('Sat 21 Nov, 08:00 – Sun 22 Nov, 11:00');
	});
});
