import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { preferenceCookies } from '../../../../src/contract/bff-api/preferences.ts';
import { savedChoice } from '../../../../src/web/shared/preference-cookies.ts';
import { openApp, startSignedIn } from '../../start-app.tsx';
import { hasTitle, signOut } from '../../steps.ts';

describe('a language', () => {
	const languages = () => document.querySelector('main details') as HTMLDetailsElement;
	const choose = async (name: string) =>
		fireEvent.click(await screen.findByRole('button', { name, hidden: true }));

	it('is chosen with a button, saved, and used at once by all parts of the page, without a reload', async () => {
		const app = await openApp('/settings');
		// The app stores its choice in jsdom's cookie. Copy it to the browser that sends the calls.
		app.intercept(({ forward }) => {
			app.browser().cookies.set(preferenceCookies.locale, savedChoice(preferenceCookies.locale) ?? '');
			return forward();
		});
		await screen.findByRole('heading', { level: 1, name: 'Settings' });
		expect(languages().open).toBe(false);
		await choose('العربية');
		await hasTitle('الإعدادات');
		expect(document.title).toContain('الإعدادات');
		const { lang, dir } = document.documentElement;
		expect([lang, dir, savedChoice(preferenceCookies.locale)]).toEqual(['ar', 'rtl', 'ar']);
		expect(screen.getByRole('contentinfo').textContent).not.toMatch(/[A-Za-z]/);
		expect(languages().open).toBe(true);
		expect(document.activeElement?.textContent).toBe('العربية');
		await choose('English');
		await screen.findByRole('heading', { level: 1, name: 'Settings' });
		expect(app.reloads).toEqual([]);
	});

	it('is loaded with a new document if the page can’t be read', async () => {
		const app = await openApp('/settings');
		app.goOffline();
		await choose('简体中文');
		expect(savedChoice(preferenceCookies.locale)).toBe('zh-Hans');
		await expect.poll(() => app.reloads.map(({ pathname }) => pathname)).toEqual(['/settings']);
	});
});

it('the last visited city is named, with a link to its page, after a sign-out too', async () => {
	const app = await startSignedIn();
	await app.open('/settings');
	await screen.findByText('You haven’t chosen a city yet.');
	await app.open('/cities/beijing');
	await screen.findByRole('heading', { level: 1, name: '北京' });
	await app.open('/me/wished');
	await signOut();
	await screen.findByText(/^You’re signed out\./);
	await app.open('/settings');
	expect((await screen.findByRole('link', { name: '北京' })).getAttribute('href')).toBe('/cities/beijing');
});
