/** Tabs share a session cookie. These tests check what one tab shows and sends while another one signs in. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import { eveningEvent, joined } from '../../bodies.ts';
import {
	isOneDay,
	openApp,
	problem,
	startApp,
	startSignedIn,
	startWithEvent,
	type TestApp,
} from '../../start-app.tsx';
import { findAccount, isAt, messageOf, queryAccount, tap } from '../../steps.ts';

const writes = (app: TestApp) => app.callsTo('POST /api/');
const epochOf = async (app: TestApp) => String((await app.browser().session()).epoch);
const noticeChange = (oldValue: string | null, newValue: string) =>
	act(async () => {
		window.dispatchEvent(new StorageEvent('storage', { key: 'daybill.session', oldValue, newValue }));
	});

/** Signs in in another tab. @param uid defaults to alice */
async function signInElsewhere(app: TestApp, uid?: string): Promise<void> {
	const before = localStorage.getItem('daybill.session');
	await app.signIn(uid);
	const epoch = await epochOf(app);
	localStorage.setItem('daybill.session', epoch);
	// Browsers send no event if the value stays the same.
	if (epoch !== before) await noticeChange(before, epoch);
}

describe('a sign-in after a tap', () => {
	/** Taps while signed out, and consents. @returns the app, the event, and the callback's URL */
	async function tapAndConsent(button: string) {
		const app = await startApp();
		const event = await app.findEvent(isOneDay);
		await app.open(`/events/${event.id}`);
		await tap(button);
		return { app, event, callback: await app.consent() };
	}

	it('completes what was asked for once, although the same person signs in in another tab meanwhile', async () => {
		const { app, event, callback } = await tapAndConsent('Join');
		const read = `GET /api/events/${event.id}`;
		const release = app.hold(read);
		await app.open(callback);
		await waitFor(() => expect(app.calls).toContain(read));
		await signInElsewhere(app);
		await act(async () => release());
		await screen.findByRole('button', { name: /^Going/ });
		await waitFor(async () => expect(await app.idsOf('participated')).toContain(event.id));
		expect(writes(app)).toHaveLength(1);
	});

	it('does not complete it for another person who signs in in another tab meanwhile, and says so', async () => {
		const { app, event, callback } = await tapAndConsent('Interested');
		app.intercept(({ path, forward }) =>
			path === '/auth/token'
				? forward().then(async (response) => {
						await signInElsewhere(app, 'bob');
						return response;
					})
				: undefined,
		);
		await app.open(callback);
		await screen.findByText(/^Couldn’t save your change\./);
		expect(writes(app)).toEqual([]);
		for (const user of ['1001', '1002']) expect(await app.idsOf('wished', user)).not.toContain(event.id);
	});
});

it('a Join that waits in the sign-in sheet is not sent when somebody signs in in another tab', async () => {
	const app = await startApp();
	const event = await app.findEvent(isOneDay);
	await app.open(`/events/${event.id}`);
	await tap('Join');
	await screen.findByRole('dialog', { name: 'Join' });
	await signInElsewhere(app, 'bob');
	await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Join' })).toBeNull());
	await findAccount();
	expect(writes(app)).toEqual([]);
});

it('a sign-in as another person than the one in another tab leads back to where it started', async () => {
	const app = await openApp('/cities/beijing?day_type=week');
	await tap('Sign in');
	const callback = await app.consent('bob');
	await signInElsewhere(app);
	await app.open(callback);
	await screen.findByText('You’re signed in.');
	await isAt('/cities/beijing?day_type=week');
	expect((await app.browser().session()).service_user_id).toBe('1002');
});

it('a session that was read before a sign-in in another tab signs nobody out', async () => {
	const app = await startApp();
	const release = app.hold('/auth/session');
	await app.open('/settings');
	await app.signIn();
	const epoch = await epochOf(app);
	localStorage.setItem('daybill.session', epoch);
	await act(async () => release());
	await findAccount();
	expect(localStorage.getItem('daybill.session')).toBe(epoch);
});

it('a tap in a tab that still shows another person does nothing', async () => {
	const { app, event } = await startWithEvent();
	await app.open(`/events/${event.id}`);
	await findAccount();
	// The event about the other tab's sign-in has not arrived.
	await app.signIn('bob');
	await tap('Interested');
	await waitFor(() => expect(writes(app)).toHaveLength(1));
	await messageOf(/^Couldn’t save your change\./);
	for (const user of ['1001', '1002']) expect(await app.idsOf('wished', user)).not.toContain(event.id);
	expect(queryAccount()).not.toBeNull();
});

/** The relation to an event that has moved since the person joined. */
const moved = { ...joined, joinedAs: { begin: null, end: null, address: 'Elsewhere 1' } };

it.each([
	['Got it', '/events/7', bffPatterns.seenChanges],
	['Refresh token', '/developers', bffPatterns.token],
	['Sign out', '/settings', bffPatterns.logout],
	['Sign out everywhere', '/settings', bffPatterns.logout],
])(
	'%s in a tab that still shows another person names that person, and then shows the new one',
	async (name, page, path) => {
		const app = await startSignedIn();
		const shown = await epochOf(app);
		const named: (string | null)[] = [];
		const bodies: Record<string, object> = {
			'/api/events/7': eveningEvent(7),
			[bffPatterns.relations]: { relations: { 7: moved }, isComplete: true },
		};
		app.intercept((call) => {
			const { pathname } = new URL(call.path, 'http://here');
			if (pathname !== path || call.method !== 'POST')
				return pathname in bodies ? Response.json(bodies[pathname]) : undefined;
			named.push(call.epoch);
			return problem(401, 'session_expired');
		});
		await app.open(page);
		await findAccount();
		const [button] = await screen.findAllByRole('button', { name, hidden: true });
		// The event about the other tab's sign-in has not arrived.
		await app.signIn('bob');
		const next = await epochOf(app);
		fireEvent.click(button as HTMLElement);
		await waitFor(() => expect(named).toEqual([shown]));
		await waitFor(() => expect(localStorage.getItem('daybill.session')).toBe(next));
		await findAccount();
	},
);
