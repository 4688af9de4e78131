import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { at, setGeolocation } from '../../geolocation.ts';
import { startApp, type TestApp } from '../../start-app.tsx';

const event = (id: number, end_time = '2999-01-01 10:00:00') => ({
	id: String(id),
	title: `Event ${id}`,
	begin_time: '2001-01-01 10:00:00',
	end_time,
});

/** The city's list. @param bodyFor what the service sends for a `start` */
async function openSorted(bodyFor: (start: number) => object, sort = 'interest'): Promise<TestApp> {
	const app = await startApp();
	app.respond({ '/api/cities/108288/events': (query) => bodyFor(Number(query.get('start'))) });
	await app.open(`/cities/beijing?day_type=future&sort=${sort}`, { responses: {} });
	return app;
}

const shownTitles = () => screen.queryAllByRole('heading', { level: 3 }).map((each) => each.textContent);

const reads = (app: TestApp) => app.calls.filter((call) => call.includes('/api/cities/108288/events')).length;

describe('a list in a different order than the service’s', () => {
	it('is loaded to its end, whatever the page size', async () => {
		await openSorted((start) => ({ events: start < 3 ? [event(start)] : [], start, total: 3 }));
		await screen.findByText('3 events');
		expect(screen.queryByText(/Only the first/)).toBeNull();
	});

	it('has the most popular first, by participants and interested people', async () => {
		const counts = (id: number, participant_count: number, wisher_count: number) => ({
			...event(id),
			...{ participant_count, wisher_count },
		});
		await openSorted(() => ({ events: [counts(1, 1, 1), counts(2, 0, 9), counts(3, 1, 1)], total: 3 }));
		await waitFor(() => expect(shownTitles()).toEqual(['Event 2', 'Event 1', 'Event 3']));
	});

	it('says when only part of the list could be loaded', async () => {
		const app = await openSorted((start) => ({ events: [event(start)], start }));
		await screen.findByText('Only the first 10 events are included.');
		expect(reads(app)).toBe(10);
	});

	it('has a heading for each day when sorted by time, and one for events that run for weeks', async () => {
		const at = (id: number, day: string) => ({
			...event(id),
			begin_time: `${day} 10:00:00`,
			end_time: `${day} 12:00:00`,
		});
		await openSorted(
			() => ({
				events: [at(2, '2998-03-02'), event(4), at(1, '2998-03-01'), at(3, '2998-03-02')],
				start: 0,
				total: 4,
			}),
			'start',
		);
		await screen.findByText('4 events');
		const sections = screen
			.getAllByRole('heading', { level: 2 })
			.map((heading) => [heading, ...(heading.parentElement?.querySelectorAll('h3') ?? [])])
			.map((titles) => titles.map(({ textContent }) => textContent));
		expect(sections).toEqual([
			['Thursday, 1 March 2998', 'Event 1'],
			['Friday, 2 March 2998', 'Event 2', 'Event 3'],
			['Exhibitions and long-running events', 'Event 4'],
		]);
	});

	it('shows the distance to each event, and requests the location only after a tap unless it is permitted', async () => {
		const denied = vi.fn((_found: unknown, failed: (error: object) => void) =>
			failed({ code: 1, PERMISSION_DENIED: 1 }),
		);
		setGeolocation(denied);
		const here = { ...event(1), geo: '39.9 116.4' };
		const near = { ...event(3), geo: '39.911 116.4' };
		const far = { ...event(2), geo: '52.5 13.4' };
		const app = await openSorted(() => ({ events: [event(4), far, near, here], start: 0, total: 4 }), 'near');
		await screen.findByText(/needs your location/);
		expect(shownTitles()).toEqual(['Event 4', 'Event 2', 'Event 3', 'Event 1']);
		expect(denied).not.toHaveBeenCalled();
		fireEvent.click(screen.getByRole('button', { name: 'Use my location' }));
		await screen.findByText(/Location is off for this site/);
		setGeolocation(at(39.9, 116.4), 'granted');
		await app.open('/cities/beijing?day_type=future&sort=near');
		await screen.findByText('100 m away');
		expect(screen.getAllByText(/ away$/).map(({ textContent }) => textContent)).toEqual([
			'100 m away',
			'1.2 km away',
		]);
		expect(shownTitles()).toEqual(['Event 1', 'Event 3', 'Event 2', 'Event 4']);
		screen.getByText('Distance unknown');
		expect(sessionStorage.getItem('daybill.position')).toBe('39.900 116.400');
	});

	it('shows as many events after Back as before', async () => {
		const events = Array.from({ length: 50 }, (_, id) => event(id));
		const app = await openSorted(() => ({ events, start: 0, total: 50 }));
		const count = () => screen.queryAllByRole('article').length;
		await waitFor(() => expect(count()).toBe(20));
		fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
		expect(count()).toBe(40);
		expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Event 20' }));
		app.respond({ '/api/events/3': event(3) });
		fireEvent.click(screen.getByRole('link', { name: 'Event 3' }));
		await screen.findByRole('heading', { level: 1, name: 'Event 3' });
		window.history.back();
		await waitFor(() => expect(count()).toBe(40));
	});

	it('shows an empty message when all events are over', async () => {
		await openSorted(() => ({ events: [event(1, '2001-01-02 10:00:00')], total: 1 }));
		await screen.findByRole('heading', { name: 'No events found' });
		expect(screen.queryByText('0 events')).toBeNull();
	});
});
