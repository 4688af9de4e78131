import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OwnRelation } from '../../../../src/contract/bff-api/relations.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { readDay } from '../../../../src/contract/event/wall-clock.ts';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import { eveningEvent, joined, ownEvents, ownRelations } from '../../bodies.ts';
import { startSignedIn, startWithEvent, type TestApp } from '../../start-app.tsx';
import { relationIsKnown, tap } from '../../steps.ts';

describe('an event that the user is going to', () => {
	it('shows what has changed since joining, on its page and in My events, until dismissed', async () => {
		const { app, event } = await startWithEvent();
		await app.open(`/events/${event.id}`);
		await relationIsKnown();
		await tap('Join');
		await screen.findByText('You’re going.');
		expect(screen.queryByText(/has changed/)).toBeNull();

		const { begin, end } = readEvent(eveningEvent(event.id));
		const joinedAs = { begin, end, address: 'Elsewhere 1' };
		let isSeen = false;
		app.intercept(({ method, path }) => {
			if (path === bffPatterns.seenChanges) isSeen = method === 'POST';
			if (!path.startsWith(bffPatterns.relations) || isSeen) return undefined;
			return Response.json({ relations: { [event.id]: { ...joined, joinedAs } }, isComplete: true });
		});
		await app.open('/me/participated');
		await screen.findByText('The place has changed. It was Elsewhere 1.');
		await app.open(`/events/${event.id}`);
		await screen.findByText(/^The time has changed\. It was \w+/);
		expect(screen.getByText('The place has changed. It was Elsewhere 1.')).toBeDefined();
		await tap('Got it');
		await waitFor(() => expect(screen.queryByText(/has changed/)).toBeNull());
		expect(app.calls).toContain(`POST ${bffPatterns.seenChanges} {"eventId":"${event.id}"}`);
		await app.open(`/events/${event.id}`);
		await screen.findByRole('button', { name: /^Going/ });
		expect(screen.queryByText(/has changed/)).toBeNull();
	});

	/** Responds with two events, and with a third, to which the user is going. */
	function respondGoing(app: TestApp, own: object, relations: Record<string, OwnRelation>): void {
		const first = eveningEvent('first');
		app.respond({
			'/api/events/first': first,
			'/api/events/second': eveningEvent('second', '2998-01-02'),
			...ownEvents(first, own, eveningEvent('later', '2998-01-03')),
			...ownRelations(relations),
		});
	}

	it('is mentioned on the page of another event at the same time', async () => {
		const app = await startSignedIn();
		respondGoing(app, eveningEvent(8), {});
		await app.open('/events/first');
		const note = await screen.findByRole('link', { name: 'You’re going to Event 8 at the same time.' });
		expect(note.getAttribute('href')).toBe('/events/8');
		expect(screen.queryByText(/later/)).toBeNull();
	});

	it('is mentioned for the day that the user chose, not for another or while it is unknown', async () => {
		const app = await startSignedIn();
		const run = eveningEvent(8, '2998-01-01', { end_time: '2998-01-03 22:00:00' });
		const chosen = { 8: { ...joined, day: readDay('2998-01-02') } };
		for (const [path, relations, isMentioned] of [
			['/events/second', { 8: joined }, false],
			['/events/second', chosen, true],
			['/events/first', chosen, false],
		] as const) {
			respondGoing(app, run, relations);
			await app.open(path);
			await relationIsKnown();
			if (isMentioned) await screen.findByText('You’re going to Event 8 at the same time.');
			else expect(screen.queryByText(/at the same time/)).toBeNull();
		}
	});
});
