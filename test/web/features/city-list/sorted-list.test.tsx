import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { cityEvents, eveningEvent, openEvent } from '../../bodies.ts';
import { at, setGeolocation } from '../../geolocation.ts';
import { startApp } from '../../start-app.tsx';
import { follow, hasTitle, tap, textsOf } from '../../steps.ts';

/** The city's list. @param bodies see `respond` */
async function openSorted(bodies: object, sort = 'interest') {
	const app = await startApp();
	app.respond({ ...bodies });
	await app.open(`/cities/beijing?day_type=future&sort=${sort}`);
	return app;
}

/** A list with one event per page. */
const onePerPage = (total: number, sent: object) => ({
	'/api/cities/108288/events': (query: URLSearchParams) => {
		const start = Number(query.get('start'));
		return { events: start < total ? [openEvent(start)] : [], start, ...sent };
	},
});

const shownTitles = () => textsOf(screen.queryAllByRole('heading', { level: 3 }));

describe('a list in a different order than the service’s', () => {
	it('is loaded to its end, whatever the page size', async () => {
		await openSorted(onePerPage(3, { total: 3 }));
		await screen.findByText('3 events');
		expect(screen.queryByText(/only the first/)).toBeNull();
	});

	it('says when only part of the list could be loaded', async () => {
		const app = await openSorted(onePerPage(100, {}));
		await screen.findByText('Showing only the first 10 events.');
		expect(app.callsTo('/api/cities/108288/events')).toHaveLength(10);
	});

	it('has the most popular first, by participants and interested people, also of the free ones', async () => {
		const counted = (id: number, participant_count: number, wisher_count: number, fee_str = '免费') =>
			openEvent(id, { participant_count, wisher_count, fee_str });
		await openSorted(cityEvents(counted(1, 1, 1), counted(2, 0, 9, '60元'), counted(3, 2, 1)));
		await waitFor(() => expect(shownTitles()).toEqual(['Event 2', 'Event 3', 'Event 1']));
		await follow('Free');
		await waitFor(() => expect(shownTitles()).toEqual(['Event 3', 'Event 1']));
	});

	it('has a heading for each day when sorted by time, and one for events that run for weeks', async () => {
		const [second, third] = [2, 3].map((id) => eveningEvent(id, '2998-03-02'));
		const events = [second, openEvent(4), eveningEvent(1, '2998-03-01'), third] as object[];
		await openSorted(cityEvents(...events), 'start');
		await screen.findByText('4 events');
		const sections = screen
			.getAllByRole('heading', { level: 2 })
			.map((heading) => textsOf([heading, ...(heading.parentElement?.querySelectorAll('h3') ?? [])]));
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
		const placed = ['39.9 116.4', '52.5 13.4', '39.911 116.4'].map((geo, index) =>
			openEvent(index + 1, { geo }),
		);
		const app = await openSorted(cityEvents(openEvent(4), ...placed), 'near');
		await screen.findByText(/needs your location/);
		expect(shownTitles()).toEqual(['Event 4', 'Event 1', 'Event 2', 'Event 3']);
		expect(denied).not.toHaveBeenCalled();
		await tap('Use my location');
		await screen.findByText(/Location is off for this site/);
		setGeolocation(at(39.9, 116.4), 'granted');
		await app.open('/cities/beijing?day_type=future&sort=near');
		await screen.findByText('100 m away');
		expect(textsOf(screen.getAllByText(/ away$/))).toEqual(['100 m away', '1.2 km away']);
		expect(shownTitles()).toEqual(['Event 1', 'Event 3', 'Event 2', 'Event 4']);
		screen.getByText('Distance unknown');
		expect(sessionStorage.getItem('daybill.position')).toBe('39.900 116.400');
	});

	it('shows as many events after Back as before', async () => {
		const events = Array.from({ length: 50 }, (_, id) => openEvent(id));
		const app = await openSorted(cityEvents(...events));
		const count = () => screen.queryAllByRole('article').length;
		await waitFor(() => expect(count()).toBe(20));
		await tap('Show more');
		expect(count()).toBe(40);
		expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Event 20' }));
		app.respond({ '/api/events/3': openEvent(3) });
		await follow('Event 3');
		await hasTitle('Event 3');
		window.history.back();
		await waitFor(() => expect(count()).toBe(40));
	});
});
