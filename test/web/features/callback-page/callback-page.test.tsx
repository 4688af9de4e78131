import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { isOneDay, openApp, problem, startApp, type TestApp } from '../../start-app.tsx';
import { findAccount, hasFocus, hasTitle, isAt, signOut, tap } from '../../steps.ts';

const list = '/cities/beijing?day_type=week';

/** An app that has left a city's page for the sign-in. */
async function leave(): Promise<TestApp> {
	const app = await openApp(list);
	await tap('Sign in');
	return app;
}
/** Signs in from a city's page. @returns the app, and path and query of the callback */
async function goThrough() {
	const app = await leave();
	const callback = await app.consent();
	await app.open(callback);
	await screen.findByText('You’re signed in.');
	return { app, callback };
}
const exchanges = (app: TestApp) => app.callsTo('POST /auth/token');

describe('the return from the consent page', () => {
	it('leads to the heading of the page where the user was, signed in', async () => {
		const { app } = await goThrough();
		await findAccount();
		await hasFocus(() => screen.getByRole('heading', { level: 1 }));
		await isAt(list);
		expect(exchanges(app)).toHaveLength(1);
	});

	it.each(['with', 'without'])('leads there, signed out, after a denial %s a state', async (how) => {
		const app = await leave();
		const callback = await app.consent('alice', 'deny');
		await app.open(how === 'with' ? callback : '/callback?error=access_denied');
		await screen.findByText(/^You’re not signed in, because you didn’t allow this site/);
		await hasTitle('北京');
		expect(exchanges(app)).toEqual([]);
	});

	it.each([
		['a different state', { state: 'other' }, /was started elsewhere/],
		['no state', { state: '' }, /was started elsewhere/],
		['no code', { code: '' }, /didn’t confirm your sign-in/],
	] as const)('is rejected before any call with %s', async (_what, changes, sentence) => {
		const app = await leave();
		const url = new URL(await app.consent(), 'http://localhost:3000');
		for (const [name, value] of Object.entries(changes)) {
			if (value === '') url.searchParams.delete(name);
			else url.searchParams.set(name, value);
		}
		await app.open(url.pathname + url.search);
		const notice = within(await screen.findByRole('alert'));
		notice.getByText(sentence);
		expect(exchanges(app)).toEqual([]);
		expect(window.location.search).toBe('');
		fireEvent.click(notice.getByRole('button', { name: 'Sign in again' }));
		await waitFor(() => expect(app.departures).toHaveLength(2));
	});

	it('leads there without another exchange when a signed-in user navigates back to it, and is rejected after a sign-out', async () => {
		const { app, callback } = await goThrough();
		await app.open(`${callback}&again`);
		await hasTitle('北京');
		await isAt(list);
		await signOut();
		await screen.findByText(/^You’re signed out\./);
		await app.open(`${callback}&again`);
		await screen.findByText(/already used/);
		expect(exchanges(app)).toHaveLength(1);
	});

	it('is rejected for a sign-in that a later one replaced', async () => {
		const app = await leave();
		const callback = await app.consent();
		await app.open('/settings');
		await tap('Sign in');
		await waitFor(() => expect(app.departures).toHaveLength(2));
		await app.open(callback);
		await screen.findByText(/was started elsewhere/);
		expect(exchanges(app)).toEqual([]);
	});

	it('shows why the BFF failed, and keeps the event and the action when the user signs in again', async () => {
		const app = await startApp();
		const { id } = await app.findEvent(isOneDay);
		await app.open(`/events/${id}`);
		await tap('Join');
		const failed = await app.consent();
		app.respond({ '/auth/token': problem(504, 'service_timeout') });
		await app.open(failed);
		await screen.findByText('The events service is taking too long. Try again in a moment.');
		await tap('Sign in again');
		await waitFor(() => expect(app.departures).toHaveLength(2));
		app.respond({});
		await app.open(await app.consent());
		await waitFor(async () => expect(await app.idsOf('participated')).toContain(id));
		await isAt(`/events/${id}`);
	});
});
