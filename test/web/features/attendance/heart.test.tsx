import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { returnAfterReload } from '../../../../src/web/app/return-after-reload.ts';
import { overEvent, ownEvents, ownRelations } from '../../bodies.ts';
import { openApp, startSignedIn, type TestApp } from '../../start-app.tsx';
import { isAt } from '../../steps.ts';

const heart = { name: /^Interested: / } as const;
const list = '/cities/beijing?day_type=future';

/** The card of an event to which the user has no relation, and the event's id and title. */
async function freeCard(app: TestApp) {
	const { id, title } = await app.findEvent();
	const article = await waitFor(() => {
		const found = document.querySelector(`article a[href$="/events/${id}"]`)?.closest('article');
		if (!found) throw new Error(`event ${id} has no card`);
		return found;
	});
	return { card: within(article), id, title };
}

async function openSignedIn(): Promise<TestApp> {
	const app = await startSignedIn();
	await app.open(list);
	await waitFor(() => expect(app.callsTo('/me/relations')).not.toEqual([]));
	return app;
}

describe('the heart of a card', () => {
	it('marks an event as interesting, which the message names, and unmarks it', async () => {
		const app = await openSignedIn();
		const { card, id, title } = await freeCard(app);
		fireEvent.click(await card.findByRole('button', heart));
		const message = await screen.findByText('Added to Interested.');
		expect(message.closest('[role=status]')?.textContent).toContain(title);
		expect(await app.idsOf('wished')).toContain(id);
		await waitFor(() => expect(card.getByRole('button', heart).ariaPressed).toBe('true'));
		fireEvent.click(card.getByRole('button', heart));
		await screen.findByText('Removed from Interested.');
		expect(await app.idsOf('wished')).not.toContain(id);
	});

	it('first tells a signed-out visitor where they will sign in and why, and marks the event after it, at its card', async () => {
		const app = await openApp(list);
		const { card, id, title } = await freeCard(app);
		fireEvent.click(card.getByRole('button', heart));
		const sheet = () => screen.findByRole('dialog', { name: 'Interested' });
		const text = `First you’ll sign in at Events Sandbox. Then this will be added to Interested:${title}`;
		await waitFor(async () => expect((await sheet()).textContent).toContain(text));
		fireEvent.click(within(await sheet()).getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Interested' })).toBeNull());
		expect(app.departures).toEqual([]);
		card.getByRole('button', heart).focus();
		fireEvent.click(card.getByRole('button', heart));
		await sheet();
		returnAfterReload(app.client());
		const callback = await app.consent();
		fireEvent(window, new Event('pagehide'));
		await app.open(callback);
		const page = {
			type: 'navigate',
			name: `http://localhost:3000${callback}`,
		} as PerformanceNavigationTiming;
		vi.spyOn(performance, 'getEntriesByType').mockReturnValue([page]);
		returnAfterReload(app.client());
		await screen.findByText('Added to Interested.');
		await isAt(list);
		expect(await app.idsOf('wished')).toContain(id);
		// Another event may have the same title.
		const marked = () => screen.getAllByRole('button', { name: `Interested: ${title}`, pressed: true });
		await waitFor(() => expect(marked()).toHaveLength(1));
		await waitFor(() => expect(document.activeElement).toBe(marked()[0]));
	});
});

it('a past event has no heart, with which one tap would remove it for good', async () => {
	const app = await startSignedIn();
	app.respond({
		...ownEvents(overEvent(1)),
		...ownRelations({ 1: { joined: false, wished: true } }, ['expired']),
	});
	await app.open('/me/wished?status=expired');
	await screen.findByRole('article');
	await waitFor(() => expect(screen.queryByRole('button', heart)).toBeNull());
});
