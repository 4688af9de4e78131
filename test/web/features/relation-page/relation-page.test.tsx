// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../start-app.tsx';

describe('the events of a person', () => {
	it('are counted as they are shown, with those that are over', async () => {
		const app = await startApp();
		const over = { title: 'Long ago', begin_time: '2001-01-01 10:00:00', end_time: '2001-01-01 12:00:00' };
		const events = [{ id: '1', ...over }, { id: '1', ...over }, { id: '2', ...over }, { title: 'no id' }];
		app.intercept(({ path }) =>
			path.startsWith('/api/users/1001/created')
				? Promise.resolve(Response.json({ events, total: 4 }))
				: undefined,
		);
		await app.open('/users/1001/created');
		await screen.findByText('2 events');
		expect(screen.getAllByRole('link', { name: 'Long ago' })).toHaveLength(2);
	});

	it('are numbered when they are many, since those far from the window leave the document', async () => {
		const app = await startApp();
		const events = Array.from({ length: 120 }, (_, index) => ({
			id: String(index),
			title: `Event ${index}`,
		}));
		app.intercept(({ path }) =>
			path.startsWith('/api/users/1001/created')
				? Promise.resolve(Response.json({ events, total: 120 }))
				: undefined,
		);
		await app.open('/users/1001/created');
		await screen.findByText('120 events');
		const first = () => screen.getByRole('link', { name: 'Event 0' }).closest('li');
		await waitFor(() => expect(first()?.getAttribute('aria-setsize')).toBe('120'));
		expect(first()?.getAttribute('aria-posinset')).toBe('1');
	});

	it('need a sign-in when they are one’s own', async () => {
		const app = await startApp();
		await app.open('/me/participated');
		await screen.findByText('Sign in to see your events.');
	});

	it('are none on a path with another relation', async () => {
		const app = await startApp();
		await app.open('/users/1001/hated');
		await screen.findByRole('heading', { level: 1, name: 'Page not found' });
	});
});
