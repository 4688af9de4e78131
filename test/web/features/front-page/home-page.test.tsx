// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PageData } from '../../../../src/contract/bff-api/page-data.ts';
import { startApp } from '../../start-app.tsx';

const withCity = (city: string) => (page: PageData) => ({
	...page,
	settings: { ...page.settings, brand: { ...page.settings.brand, city } },
});

it('the start page leads to the default city of the site, and later to the city of the last visit', async () => {
	const app = await startApp();
	await app.open('/', withCity('shanghai'));
	await screen.findByRole('heading', { name: '上海' });
	expect(window.location.pathname).toBe('/cities/shanghai');
	await app.open('/cities/beijing', withCity('shanghai'));
	await screen.findByRole('heading', { name: '北京' });
	await app.open('/', withCity('shanghai'));
	await waitFor(() => expect(window.location.pathname).toBe('/cities/beijing'));
});

it('the start page is the choice of cities where the site has no default city', async () => {
	const app = await startApp();
	await app.open('/');
	await screen.findByRole('link', { name: /北京/ });
	expect(window.location.pathname).toBe('/');
});
