import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { preferenceCookies } from '../../../../src/contract/bff-api/preferences.ts';
import { applyStoredTheme } from '../../../../src/web/features/settings/theme.ts';
import { savedChoice } from '../../../../src/web/shared/preference-cookies.ts';
import { openApp } from '../../start-app.tsx';

it('a chosen theme is applied immediately, and by the next document', async () => {
	await openApp('/settings');
	fireEvent.click(await screen.findByRole('button', { name: 'Dark' }));
	expect(document.documentElement.dataset.theme).toBe('dark');
	delete document.documentElement.dataset.theme;
	applyStoredTheme();
	expect(document.documentElement.dataset.theme).toBe('dark');
});

describe('a language', () => {
	const languages = () => screen.getByText(/^Language/).closest('details');

	it('is chosen with a button, saved, and used by the reloaded page, which alone has the focus on the language', async () => {
		const app = await openApp('/settings');
		expect(languages()?.open).toBe(false);
		fireEvent.click(await screen.findByRole('button', { name: '简体中文', hidden: true }));
		expect(savedChoice(preferenceCookies.locale)).toBe('zh-Hans');
		await expect.poll(() => app.reloads.map(({ pathname }) => pathname)).toEqual(['/settings']);
		await app.open('/settings');
		expect(languages()?.open).toBe(true);
		expect(document.activeElement?.ariaCurrent).toBe('true');
		await app.open('/settings');
		expect(languages()?.open).toBe(false);
		expect(document.activeElement).toBe(document.body);
	});
});

it('the last visited city is named, with a link to its page', async () => {
	const app = await openApp('/settings');
	await screen.findByText('You haven’t chosen a city yet.');
	await app.open('/cities/beijing');
	await screen.findByRole('heading', { level: 1, name: '北京' });
	await app.open('/settings');
	expect((await screen.findByRole('link', { name: '北京' })).getAttribute('href')).toBe('/cities/beijing');
});
