import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OwnRelation, Relations } from '../../../../src/contract/bff-api/relations.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { readDay } from '../../../../src/contract/event/wall-clock.ts';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import { relationIsKnown } from '../../account.ts';
import { startSignedIn, startWithEvent } from '../../start-app.tsx';

const times = { begin_time: '2998-01-01 18:00:00', end_time: '2998-01-01 20:00:00' };

describe('an event that the user is going to', () => {
	it('shows what has changed since joining, on its page and in My events, until dismissed', async () => {
		const { app, event } = await startWithEvent();
		await app.open(`/events/${event.id}`);
		await relationIsKnown();
		fireEvent.click(screen.getByRole('button', { name: 'Join' }));
		await screen.findByText('You’re going.');
		expect(screen.queryByText(/has changed/)).toBeNull();

		const { begin, end } = readEvent({ id: event.id, ...times });
		const joinedAs = { begin, end, address: 'Elsewhere 1' };
		let isSeen = false;
		app.intercept(({ method, path, forward }) => {
			if (path === bffPatterns.seenChanges) isSeen = method === 'POST';
			if (!path.startsWith(bffPatterns.relations) || isSeen) return undefined;
			return forward().then(async (response) => {
				const known = (await response.json()) as Relations;
				const relation = { joined: true, wished: false, joinedAs };
				return Response.json({ ...known, relations: { [event.id]: relation } });
			});
		});
		await app.open('/me/participated');
		await screen.findByText('The place has changed. It was Elsewhere 1.');
		await app.open(`/events/${event.id}`);
		await screen.findByText(/^The time has changed\. It was \w+/);
		expect(screen.getByText('The place has changed. It was Elsewhere 1.')).toBeDefined();
		fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
		await waitFor(() => expect(screen.queryByText(/has changed/)).toBeNull());
		expect(app.calls).toContain(`POST ${bffPatterns.seenChanges} {"eventId":"${event.id}"}`);
		await app.open(`/events/${event.id}`);
		await screen.findByRole('button', { name: /^Going/ });
		expect(screen.queryByText(/has changed/)).toBeNull();
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
			[bffPatterns.ownEvents]: { events },
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
		let relation: OwnRelation = { joined: true, wished: false };
		app.respond({
			'/api/events/first': at('first', '2998-01-01'),
			'/api/events/second': at('second', '2998-01-02'),
			[bffPatterns.ownEvents]: { events: [days] },
			[bffPatterns.relations]: () => ({ relations: { 8: relation }, isComplete: true }),
		});
		await app.open('/events/second', { responses: {} });
		await relationIsKnown();
		expect(screen.queryByText(/at the same time/)).toBeNull();
		relation = { ...relation, day: readDay('2998-01-02') };
		await app.open('/events/second', { responses: {} });
		await screen.findByRole('link', { name: 'You’re going to Festival at the same time.' });
		await app.open('/events/first', { responses: {} });
		await relationIsKnown();
		expect(screen.queryByText(/at the same time/)).toBeNull();
	});
});
