import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { eveningEvent } from '../../bodies.ts';
import { startSignedIn } from '../../start-app.tsx';
import { findAccount, hasFocus, signOut, tap } from '../../steps.ts';

/** The settings of a user who owns no event, and is going to one with these participants. */
async function openGoingWith(...people: object[]) {
	const app = await startSignedIn();
	app.respond({
		'/api/users/1001/created': { events: [] },
		'/api/users/1001/participated': { events: [eveningEvent(7)] },
		'/api/events/7/participants': { users: [{ id: '1', name: 'Somebody Else' }, ...people] },
	});
	await app.open('/settings');
	return { app, account: await findAccount() };
}

it('a user who owns no event gets initials from the participants of one they are going to', async () => {
	const { account } = await openGoingWith({ id: '1001', name: '林爱丽' });
	await waitFor(() => expect(account.textContent).toBe('林爱'));
});

it('a user without a name has a generic icon', async () => {
	const { app, account } = await openGoingWith();
	await waitFor(() => expect(app.callsTo('/events/7/participants')).not.toEqual([]));
	expect(account.textContent).toBe('');
	expect(account.querySelector('svg')).not.toBeNull();
});

it('a user whose id the service does not send costs no calls', async () => {
	const app = await startSignedIn();
	const session = await app.browser().session();
	app.respond({ '/auth/session': { ...session, service_user_id: '' } });
	await app.open('/settings');
	const account = await findAccount();
	expect(account.querySelector('svg')).not.toBeNull();
	expect(app.callsTo('/created')).toEqual([]);
	fireEvent.click(account);
	expect(screen.queryByRole('button', { name: 'Sign out everywhere', hidden: true })).toBeNull();
});

it('after a sign-out, the heading takes the focus, a link leads to the service to sign out there, too, and a button to another account', async () => {
	const app = await startSignedIn();
	await app.open('/settings');
	(await findAccount()).focus();
	await signOut();
	await hasFocus(() => screen.getByRole('heading', { level: 1 }));
	const link = await screen.findByRole('link', { name: 'Shared computer? Also sign out of Events Sandbox' });
	expect(link).toHaveProperty('href', `${app.sandbox.origin}/`);
	await tap('Use another account');
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
