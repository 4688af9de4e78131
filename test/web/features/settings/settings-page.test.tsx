import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { preferenceCookies } from '../../../../src/contract/bff-api/preferences.ts';
import { applyStoredTheme } from '../../../../src/web/features/settings/theme.ts';
import { savedChoice } from '../../../../src/web/shared/preference-cookies.ts';
import { openApp } from '../../start-app.tsx';

it('a chosen theme is applied immediately, and by the next document', async () => {
	await openApp('/settings');
	fireEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
	expect(document.documentElement.dataset.theme).toBe('dark');
	delete document.documentElement.dataset.theme;
	applyStoredTheme();
	expect(document.documentElement.dataset.theme).toBe('dark');
});

it('a chosen language is saved, and the page reloads in it', async () => {
	const app = await openApp('/settings');
	fireEvent.click(await screen.findByRole('radio', { name: '简体中文' }));
	expect(savedChoice(preferenceCookies.locale)).toBe('zh-Hans');
	await expect.poll(() => app.reloads.map(({ pathname }) => pathname)).toEqual(['/settings']);
});

it('the last visited city is named, with a link to its page', async () => {
	const app = await openApp('/settings');
	await screen.findByText('You haven’t chosen a city yet.');
	await app.open('/cities/beijing');
	await screen.findByRole('heading', { level: 1, name: '北京' });
	await app.open('/settings');
	expect((await screen.findByRole('link', { name: '北京' })).getAttribute('href')).toBe('/cities/beijing');
});
