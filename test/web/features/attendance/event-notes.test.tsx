import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import type { Day } from '../../../../src/contract/event/wall-clock.ts';
import { storeJoin } from '../../../../src/web/features/attendance/joins-here.ts';
import { relationIsKnown, signOut } from '../../account.ts';
import { startSignedIn, startWithEvent } from '../../start-app.tsx';

const times = { begin_time: '2998-01-01 18:00:00', end_time: '2998-01-01 20:00:00' };

describe('an event that the user is going to', () => {
	it('shows what has changed since joining, on its page and in My events, until dismissed or signed out', async () => {
		const { app, event } = await startWithEvent();
		await app.open(`/events/${event.id}`);
		await relationIsKnown();
		fireEvent.click(screen.getByRole('button', { name: 'Join' }));
		await screen.findByText('You’re going.');
		await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain(event.begin_time));
		expect(screen.queryByText(/has changed/)).toBeNull();

		const changed = { ...event, ...times, address: 'Elsewhere 1' };
		app.respond({
			[`/api/events/${event.id}`]: changed,
			'/api/users/1001/participated': { events: [changed], total: 1 },
		});
		await app.open('/me/participated');
		await screen.findByText(`The place has changed. It was ${event.address}.`);
		await app.open(`/events/${event.id}`, { responses: {} });
		await screen.findByText(/^The time has changed\. It was \w+/);
		expect(screen.getByText(`The place has changed. It was ${event.address}.`)).toBeDefined();
		fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
		expect(screen.queryByText(/has changed/)).toBeNull();
		await app.open(`/events/${event.id}`, { responses: {} });
		await relationIsKnown();
		expect(screen.queryByText(/has changed/)).toBeNull();

		await signOut();
		await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('Elsewhere 1'));
	});

	it('is mentioned on the page of another event at the same time', async () => {
		const app = await startSignedIn();
		const events = [
			{ id: '7', title: 'Jazz', ...times },
			{ id: '8', title: 'Chess', begin_time: '2998-01-01 19:00:00' },
			{ id: '9', title: 'Later', begin_time: '2998-01-01 20:00:00' },
		];
		app.respond({
			'/api/events/7': { id: '7', title: 'Jazz', ...times },
			'/api/events/7/': { users: [] },
			'/api/users/1001/participated': { events },
		});
		await app.open('/events/7', { responses: {} });
		const note = await screen.findByRole('link', { name: 'You’re going to Chess at the same time.' });
		expect(note.getAttribute('href')).toBe('/events/8');
		expect(screen.queryByText(/Later/)).toBeNull();
	});

	it('is mentioned for the day that the user chose, not for another or while it is unknown', async () => {
		const app = await startSignedIn();
		const festival = { id: '8', title: 'Festival', begin_time: '2998-01-01 10:00:00' };
		const days = { ...festival, end_time: '2998-01-03 20:00:00' };
		const at = (id: string, day: string) => ({
			id,
			title: id,
			begin_time: `${day} 18:00:00`,
			end_time: `${day} 20:00:00`,
		});
		app.respond({
			'/api/events/first': at('first', '2998-01-01'),
			'/api/events/second': at('second', '2998-01-02'),
			'/api/users/1001/participated': { events: [days], total: 1 },
		});
		await app.open('/events/second', { responses: {} });
		await relationIsKnown();
		expect(screen.queryByText(/at the same time/)).toBeNull();
		storeJoin('1001', '8', { ...readEvent(days), day: '2998-01-02' as Day });
		await app.open('/events/second', { responses: {} });
		await screen.findByRole('link', { name: 'You’re going to Festival at the same time.' });
		await app.open('/events/first', { responses: {} });
		await relationIsKnown();
		expect(screen.queryByText(/at the same time/)).toBeNull();
	});
});
