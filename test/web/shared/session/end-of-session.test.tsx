import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problem, startApp, startSignedIn, startWithEvent, type TestApp } from '../../start-app.tsx';
import { findAccount, follow, messageOf, queryAccount } from '../../steps.ts';

const revoke = ({ sandbox }: TestApp) =>
	sandbox.control('DELETE', '/consents?user_id=1001&client_id=daybill-demo');

it('a read that ends the session keeps the page, and offers to sign in', async () => {
	const app = await startSignedIn();
	await app.open('/settings');
	await findAccount();
	await app.sandbox.control('PATCH', '/users/1001', { password: 'another-one' });
	const read = app.hold('/auth/session');
	await follow('My events');
	await waitFor(() => expect(app.callsTo('/auth/session').length).toBeGreaterThan(1));
	// Until the app is signed out, the page shows no error, which would be the one for signed-in people.
	expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull();
	read();
	const message = await messageOf(/^Your password was changed\./);
	await waitFor(() => expect(queryAccount()).toBeNull());
	expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
	expect(window.location.pathname).toBe('/me/participated');
	await within(screen.getByRole('main')).findByRole('button', { name: 'Sign in' });
	fireEvent.click(message.getByRole('button', { name: 'Sign in' }));
	await waitFor(() => expect(app.departures).toHaveLength(1));
});

it('a public page that reveals the end of the session is shown as signed-out visitors see it', async () => {
	const { app, event } = await startWithEvent();
	await revoke(app);
	await app.open(`/events/${event.id}`, { responses: {} });
	await messageOf(/^This site no longer has access to your account\./);
	await screen.findByRole('heading', { level: 1, name: event.title });
	await waitFor(() => expect(queryAccount()).toBeNull());
	expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

describe('a session that had already ended', () => {
	it('is reported with the next page, with an offer to sign in, and only once', async () => {
		const app = await startSignedIn();
		await app.open('/settings');
		await findAccount();
		const { cookies } = app.browser();
		const session = new Map(cookies);
		await app.browser().post('/auth/logout');
		for (const [name, value] of session) cookies.set(name, value);
		await app.open('/settings');
		(await messageOf(/^Your sign-in has expired\./)).getByRole('button', { name: 'Sign in' });
		await app.open('/settings');
		await screen.findByRole('button', { name: 'Sign in' });
		expect(screen.queryByText(/^Your sign-in has expired/)).toBeNull();
	});
});

describe('a read that needs a token', () => {
	it('offers a new sign-in to signed-in users, because they may not have granted access', async () => {
		const app = await startSignedIn();
		app.respond({ '/api/users/1002/participated': { code: 108, msg: 'invalid_credencial1' } });
		await app.open('/users/1002/participated');
		const notice = within(await screen.findByRole('alert'));
		await notice.findByText(/^You don’t have access to this\. It may be private/);
		await findAccount();
		notice.getByRole('button', { name: 'Sign in again' });
	});

	it('offers to sign in when the BFF itself requires a token, without ending a session', async () => {
		const app = await startApp();
		app.respond({ '/search/': problem(403, 'sign_in_required') });
		await app.open('/cities/beijing/search?q=quartet');
		const notice = within(await screen.findByRole('alert'));
		await notice.findByText('Sign in to continue.');
		await notice.findByRole('button', { name: 'Sign in' });
	});
});
