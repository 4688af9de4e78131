// @vitest-environment jsdom
import { screen } from '@testing-library/react';
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
