import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startApp, startWithEvent } from '../start-app.tsx';
import { findAccount } from '../steps.ts';

/** For a site without storage, access throws in Chromium and Firefox; in some web views it returns null. */
function block(how: 'throws' | 'null' | 'full'): void {
	function denied(): never {
		throw new DOMException('The operation is insecure.', 'SecurityError');
	}
	for (const name of ['localStorage', 'sessionStorage'] as const) {
		if (how === 'full')
			vi.spyOn(Object.getPrototypeOf(window[name]), 'setItem').mockImplementation(() => {
				throw new DOMException('full', 'QuotaExceededError');
			});
		else vi.spyOn(globalThis, name, 'get').mockImplementation(how === 'null' ? () => null as never : denied);
	}
	if (how !== 'throws') return;
	Object.defineProperty(document, 'cookie', { get: denied, set: denied, configurable: true });
	onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'));
}

describe.each(['throws', 'null', 'full'] as const)('when storage is blocked (%s)', (how) => {
	it('every page opens, links between pages work, and the app explains why signing in is impossible', async () => {
		const app = await startApp({ hasControls: true });
		const event = await app.findEvent();
		block(how);
		await app.open(`/events/${event.id}`);
		await screen.findByRole('heading', { level: 1, name: event.title });
		fireEvent.click(screen.getByRole('link', { name: 'Settings' }));
		await screen.findByRole('heading', { level: 1, name: 'Settings' });
		fireEvent.click(screen.getByRole('button', { name: 'Dark' }));
		expect(document.documentElement.dataset.theme).toBe('dark');
		fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
		await screen.findByText(/blocks cookies and site data, so you can’t sign in/);
		expect(app.departures).toEqual([]);
		fireEvent.click(screen.getByRole('link', { name: 'Developers' }));
		fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
		expect((await screen.findByTestId('response-status')).textContent).toBe('200');
		await app.open('/cities/beijing?day_type=future');
		await screen.findByRole('heading', { level: 1, name: '北京' });
		await app.open('/');
		await screen.findByRole('heading', { level: 1 });
		expect(screen.queryByText('Something went wrong')).toBeNull();
	});
});

it('a signed-in user can join when storage is blocked', async () => {
	const { app, event } = await startWithEvent();
	block('throws');
	await app.open(`/events/${event.id}`);
	await findAccount();
	fireEvent.click(screen.getByRole('button', { name: 'Join' }));
	await screen.findByText('You’re going.');
});
