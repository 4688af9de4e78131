import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startApp } from '../../start-app.tsx';
import { follow, hasFocus, isAt, tap } from '../../steps.ts';

const people = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: String(from + index), name: `Person ${from + index}` }));

/** The participants of an event as a service sends them. */
async function openParticipants(bodyFor: (start: number) => object, count: number) {
	const app = await startApp();
	app.respond({
		'/api/events/7': { id: '7', title: 'Jazz', participant_count: count },
		'/api/events/7/participants': (query) => bodyFor(Number(query.get('start'))),
		'/api/events/7/wishers': { users: [] },
	});
	await app.open('/events/7');
	await screen.findByText(/^Person 1,/);
	return app;
}

it('no more people are offered once all are shown, even without a total, and Back from one returns the focus', async () => {
	await openParticipants(() => ({ users: people(1, 10) }), 10);
	await tap('See all: Going');
	const dialog = within(screen.getByRole('dialog', { name: 'Going' }));
	expect(dialog.getAllByRole('link')).toHaveLength(10);
	expect(dialog.queryByRole('button', { name: 'Show more' })).toBeNull();
	await follow('Person 3');
	await isAt('/users/3/participated');
	act(() => window.history.back());
	await hasFocus(() => screen.getByRole('button', { name: 'See all: Going' }));
});

it('the people of an event are all shown on request, page by page, even after one that could not be loaded', async () => {
	let isBroken = true;
	await openParticipants((start) => {
		if (start > 0 && isBroken) return { code: 999, msg: 'unknown', request: 'GET /v2/event/7/participants' };
		return { users: people(start + 1, 10), start, total: 20 };
	}, 20);
	expect(screen.getByText(/^Person 1, Person 2,? and 18 others$/)).toBeDefined();
	await tap('See all: Going');
	const dialog = within(screen.getByRole('dialog', { name: 'Going' }));
	expect(dialog.getAllByRole('link')).toHaveLength(10);
	fireEvent.click(dialog.getByRole('button', { name: 'Show more' }));
	await dialog.findByRole('alert');
	expect(dialog.queryByRole('button', { name: 'Show more' })).toBeNull();
	isBroken = false;
	fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
	await dialog.findByText('Person 20');
	expect(dialog.getAllByRole('link')).toHaveLength(20);
	expect(dialog.queryByRole('button', { name: 'Show more' })).toBeNull();
	expect(screen.queryByRole('alert')).toBeNull();
});
