import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, withBrand } from '../start-app.tsx';
import { hasFocus, isAt, tap } from '../steps.ts';

const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}) =>
	fireEvent.keyDown(target, { key, ...more });
const field = () => screen.findByRole('searchbox', { name: 'Search events' });
const list = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

describe('the key /', () => {
	it('goes to the search field of the last city', async () => {
		const app = await openApp('/cities/beijing');
		await app.open('/settings');
		press('/');
		await isAt('/cities/beijing/search');
		const found = await field();
		await hasFocus(() => found);
	});

	it('focuses the search field of the current page, is typed as text inside a field, and does nothing with a modifier', async () => {
		await openApp('/cities/beijing/search?q=jazz');
		const found = await field();
		for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
			expect(press('/', document.body, { [modifier]: true })).toBe(true);
		expect(document.activeElement).not.toBe(found);
		expect(press('/')).toBe(false);
		expect(document.activeElement).toBe(found);
		expect(window.location.search).toBe('?q=jazz');
		expect(press('/', found)).toBe(true);
	});

	it('does nothing on a site without a search', async () => {
		await openApp('/settings', withBrand({ surfaces: [] }));
		// True: the app has not canceled the key, so the browser's own shortcut works.
		expect(press('/')).toBe(true);
		press('?');
		expect(window.location.pathname).toBe('/settings');
		const opened = within(list() as HTMLElement);
		await opened.findByText('Move within rows, menus and calendars');
		expect(opened.queryByText('Search events')).toBeNull();
	});
});

describe('the list of shortcuts', () => {
	it('opens with ? and with a button', async () => {
		await openApp('/settings');
		expect(list()).toBeNull();
		press('?');
		const opened = within(list() as HTMLElement);
		await opened.findByText('Search events');
		fireEvent.click(opened.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(list()).toBeNull());
		await tap('Keyboard shortcuts');
		expect(list()).not.toBeNull();
		// While the dialog is open, shortcuts of the page do nothing.
		press('/');
		expect(window.location.pathname).toBe('/settings');
	});

	it('turns the shortcuts off and on', async () => {
		const app = await openApp('/settings');
		press('?');
		const choose = async () => {
			fireEvent.click(await screen.findByRole('checkbox', { name: 'Use single-key shortcuts' }));
			fireEvent.click(within(list() as HTMLElement).getByRole('button', { name: 'Close' }));
		};
		await choose();
		await app.open('/settings');
		press('?');
		expect(list()).toBeNull();
		await tap('Keyboard shortcuts');
		await choose();
		press('?');
		expect(list()).not.toBeNull();
	});
});
