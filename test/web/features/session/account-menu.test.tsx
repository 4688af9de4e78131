import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSignedIn, type TestApp } from '../../start-app.tsx';
import { findAccount, signOut } from '../../steps.ts';

const event = { id: '7', title: 'Jazz', begin_time: '2998-01-01 18:00:00' };

/** A service with these events of the signed-in user, and these participants of the event. */
function answerWith(app: TestApp, own: { joined: unknown[]; people: unknown[] }): void {
	app.respond({
		'/api/users/1001/created': { events: [] },
		'/api/users/1001/participated': { events: own.joined },
		'/api/events/7/participants': { users: own.people },
	});
}

it('a user who owns no event gets initials from the participants of one they are going to', async () => {
	const app = await startSignedIn();
	const others = { id: '1', name: 'Somebody Else' };
	answerWith(app, { joined: [event], people: [others, { id: '1001', name: '林爱丽' }] });
	await app.open('/settings');
	const account = await findAccount();
	await waitFor(() => expect(account.textContent).toBe('林爱'));
});

it('a user without a name has a generic icon', async () => {
	const app = await startSignedIn();
	answerWith(app, { joined: [event], people: [{ id: '1', name: 'Somebody Else' }] });
	await app.open('/settings');
	const account = await findAccount();
	await waitFor(() => expect(app.calls.some((call) => call.includes('/events/7/participants'))).toBe(true));
	expect(account.textContent).toBe('');
	expect(account.querySelector('svg')).not.toBeNull();
});

it('a user whose id the service does not send costs no calls', async () => {
	const app = await startSignedIn();
	app.intercept(({ path, forward }) =>
		path === '/auth/session'
			? forward().then(async (response) => {
					const session = (await response.json()) as object;
					return Response.json({ ...session, service_user_id: '' });
				})
			: undefined,
	);
	await app.open('/settings');
	const account = await findAccount();
	expect(account.querySelector('svg')).not.toBeNull();
	expect(app.calls.filter((call) => call.includes('/created'))).toEqual([]);
	fireEvent.click(account);
	expect(screen.queryByRole('button', { name: 'Sign out everywhere', hidden: true })).toBeNull();
});

it('after a sign-out, the heading takes the focus, a link leads to the service to sign out there, too, and a button to another account', async () => {
	const app = await startSignedIn();
	await app.open('/settings');
	(await findAccount()).focus();
	await signOut();
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
	const link = await screen.findByRole('link', { name: 'Shared computer? Also sign out of Events Sandbox' });
	expect(link).toHaveProperty('href', `${app.sandbox.origin}/`);
	fireEvent.click(await screen.findByRole('button', { name: 'Use another account' }));
	await waitFor(() => expect(app.departures.at(-1)?.searchParams.get('prompt')).toBe('select_account'));
});

it('a user can sign out everywhere, with the last item of the menu', async () => {
	const app = await startSignedIn();
	const phone = app.browser();
	app.useOtherBrowser();
	await app.signIn();
	await app.open('/settings');
	fireEvent.click(await findAccount());
	const everywhere = await screen.findByRole('button', { name: 'Sign out everywhere', hidden: true });
	// Without another tab index, Tab moves in the order of the document.
	const items = everywhere.closest('dialog')?.querySelectorAll<HTMLElement>('a, button, [tabindex]') ?? [];
	expect([...items].map(({ tabIndex, textContent }) => [tabIndex, textContent])).toEqual(
		['Close', 'My events', 'Settings', 'Sign out', 'Sign out everywhere'].map((name) => [0, name]),
	);
	fireEvent.click(everywhere);
	await screen.findByText(/^You’re signed out\./);
	expect(await phone.session()).toMatchObject({ signed_in: false });
});
