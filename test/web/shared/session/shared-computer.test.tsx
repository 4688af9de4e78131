/** After a session ends, no data of the user is left in the page, in memory or in storage. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeEvent } from '../../../bff/fake-service.ts';
import { ownEvents } from '../../bodies.ts';
import { type Intercept, startApp, startSignedIn, type TestApp } from '../../start-app.tsx';
import { follow, hasTitle, messageOf, queryAccount, relationIsKnown, signOut, tap } from '../../steps.ts';

const secret = {
	...fakeEvent,
	id: 'secret-7',
	title: 'A party in secret',
	begin_time: '2999-11-21 19:00:00',
	end_time: '2999-11-21 21:00:00',
	is_priv: 'yes',
};

/** Serves the private event only while the browser has a session. */
const withPrivateEvent =
	(app: TestApp): Intercept =>
	({ path }) => {
		if (path !== `/api/events/${secret.id}`) return undefined;
		return app
			.browser()
			.session()
			.then(({ signed_in }) =>
				signed_in
					? Response.json(secret)
					: Response.json({ code: 107, msg: 'uri_not_found', request: 'GET' }, { status: 400 }),
			);
	};

/** A signed-in user on the page of the private event. */
async function atPrivateEvent() {
	const app = await startSignedIn();
	app.intercept(withPrivateEvent(app));
	await app.open(`/events/${secret.id}`);
	await hasTitle(secret.title);
	await relationIsKnown();
	return app;
}

const stored = () => ({ ...localStorage, ...sessionStorage });
const epochOf = async (app: TestApp) => String((await app.browser().session()).epoch);

async function expectNothingLeft() {
	await waitFor(() => expect(queryAccount()).toBeNull());
	await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(secret.title));
	expect(document.title).not.toContain(secret.title);
	await waitFor(() => expect(stored()).toEqual({}));
}

describe('after signing out', () => {
	it('the private event is neither on the page nor in its title, and storage is empty', async () => {
		const app = await atPrivateEvent();
		localStorage.setItem('daybill.own.days.1001', JSON.stringify({ [secret.id]: '2026-11-21' }));
		sessionStorage.setItem('oidc.0123', JSON.stringify({ data: { returnTo: `/events/${secret.id}` } }));
		sessionStorage.setItem('daybill.position', '39.9 116.4');
		await signOut();
		await screen.findByText(/^You’re signed out\./);
		await expectNothingLeft();
		expect((await app.browser().session()).signed_in).toBe(false);
	});

	it('the next page continues the removal if the page closes before the service worker is told', async () => {
		const app = await atPrivateEvent();
		const postMessage = vi.fn();
		const getRegistration = vi.fn(() => new Promise<unknown>(() => undefined));
		Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
		onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
		await signOut();
		await waitFor(() => expect(getRegistration).toHaveBeenCalled());
		getRegistration.mockResolvedValue({ active: { postMessage } });
		await app.open('/settings');
		await waitFor(() => expect(postMessage).toHaveBeenCalledWith({ type: 'SESSION_OVER' }));
		await expectNothingLeft();
	});

	it.each([
		['a private', secret],
		['a public', { ...secret, is_priv: 'no' }],
	])('nothing of %s event that a card led to is left, after a reload either', async (_kind, event) => {
		const app = await startSignedIn();
		let isOver = false;
		app.respond({
			...ownEvents(event),
			[`/api/events/${event.id}`]: () => (isOver ? { code: 102, msg: 'token_required' } : event),
		});
		await app.open('/me/participated');
		await follow(event.title);
		await hasTitle(event.title);
		await relationIsKnown();
		isOver = true;
		await signOut();
		await hasTitle('Sign in');
		await expectNothingLeft();
		expect(JSON.stringify(window.history.state)).not.toContain(event.title);
		await app.open(`/events/${event.id}`);
		await hasTitle('Sign in');
		await expectNothingLeft();
	});

	it('a change in flight is neither reported nor stored', async () => {
		const app = await atPrivateEvent();
		const release = app.hold('/participants');
		const others = withPrivateEvent(app);
		app.intercept((call) =>
			call.method === 'POST' && call.path.endsWith('/participants')
				? Response.json({}, { status: 202 })
				: others(call),
		);
		await tap('Join');
		await signOut();
		await screen.findByText(/^You’re signed out\./);
		await act(async () => release());
		await expectNothingLeft();
		expect(screen.queryByText('You’re going.')).toBeNull();
	});

	it('a read in flight is not shown', async () => {
		const app = await startSignedIn();
		const release = app.hold(secret.id);
		app.intercept(withPrivateEvent(app));
		await app.open(`/events/${secret.id}`);
		await signOut();
		await screen.findByText(/^You’re signed out\./);
		await act(async () => release());
		await expectNothingLeft();
	});

	it('the calls of the console are gone, and one in flight does not come back', async () => {
		const app = await startSignedIn();
		await app.open('/developers');
		const asSession = await screen.findByRole<HTMLInputElement>('radio', { name: 'Signed-in user' });
		await waitFor(() => expect(asSession.disabled).toBe(false));
		fireEvent.click(asSession);
		await tap('Send');
		await screen.findByTestId('response-status');
		const release = app.hold('/api/');
		await tap('Send');
		await signOut();
		await screen.findByText('Nothing sent yet.');
		await act(async () => release());
		screen.getByText('Nothing sent yet.');
	});
});

describe('after a session ended elsewhere', () => {
	it('the private event disappears with the call that detects it, and the reason stays', async () => {
		const app = await atPrivateEvent();
		await app.sandbox.control('PATCH', '/users/1001', { password: 'another-one' });
		await tap('Interested');
		(await messageOf(/Your password was changed\./)).getByRole('button', { name: 'Sign in' });
		await expectNothingLeft();
	});

	it('the next page removes what is left, and the next user finds only their own session', async () => {
		const app = await startApp();
		const leave = () => {
			localStorage.setItem('daybill.session', 'an-epoch');
			localStorage.setItem('daybill.own.days.1001', '{}');
			sessionStorage.setItem('daybill.session', 'an-epoch');
			sessionStorage.setItem('daybill.position', '39.9 116.4');
		};
		leave();
		await app.open('/settings');
		await waitFor(() => expect(stored()).toEqual({}));
		leave();
		await app.signIn('bob');
		await app.open('/settings');
		const epoch = await epochOf(app);
		await waitFor(() => expect(stored()).toEqual({ 'daybill.session': epoch }));
	});
});

describe('in other tabs', () => {
	/** Simulates that another tab has changed the session. */
	const changeInOtherTab = (oldValue: string | null, newValue: string | null) =>
		act(async () => {
			window.dispatchEvent(new StorageEvent('storage', { key: 'daybill.session', oldValue, newValue }));
		});

	it('the end of the session takes effect immediately, even without a network', async () => {
		const app = await atPrivateEvent();
		const epoch = await epochOf(app);
		app.goOffline();
		await changeInOtherTab(epoch, null);
		await expectNothingLeft();
	});

	it('another user who signs in sees nothing of the previous one, even if the service identifies neither', async () => {
		const app = await startSignedIn();
		let epoch = 'first';
		const session = await app.browser().session();
		const others = withPrivateEvent(app);
		app.intercept((call) => {
			if (call.path === '/auth/session') return Response.json({ ...session, service_user_id: '', epoch });
			return epoch === 'first' ? others(call) : undefined;
		});
		await app.open(`/events/${secret.id}`);
		await hasTitle(secret.title);
		await waitFor(() => expect(localStorage.getItem('daybill.session')).toBe('first'));
		epoch = 'second';
		await changeInOtherTab('first', 'second');
		await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(secret.title));
		await waitFor(() => expect(stored()).toEqual({ 'daybill.session': 'second' }));
	});
});

describe('a page restored from the back/forward cache', () => {
	const leave = () => window.dispatchEvent(new Event('pagehide'));
	const comeBack = () =>
		act(async () => {
			window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
		});

	it('is shown in the same session, and fetches the session again', async () => {
		const app = await atPrivateEvent();
		await waitFor(() => expect(localStorage.getItem('daybill.session')).not.toBeNull());
		leave();
		expect(document.documentElement.style.visibility).toBe('hidden');
		const before = app.calls.length;
		await comeBack();
		expect(document.documentElement.style.visibility).toBe('');
		expect(app.calls.slice(before)).toEqual(['GET /auth/session']);
		expect(app.reloads).toEqual([]);
	});

	it('stays hidden and reloads when the session is over', async () => {
		const app = await atPrivateEvent();
		leave();
		localStorage.removeItem('daybill.session');
		await comeBack();
		expect(document.documentElement.style.visibility).toBe('hidden');
		expect(app.reloads).toHaveLength(1);
		document.documentElement.style.visibility = '';
	});
});
