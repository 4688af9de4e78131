// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ErrorText } from '../../../src/web/shared/error-text.tsx';
import { NetworkError, PortalError, ServiceError } from '../../../src/web/shared/errors.ts';
import { pageOf } from '../in-page.tsx';

// Without a network, the messages can't be loaded.
vi.mock('../../../src/web/shared/format-error.ts', () => {
	throw new TypeError('Failed to fetch dynamically imported module');
});

const noNetwork = /no connection|network|offline|connection/i;

it('shows the message for a network error immediately', () => {
	render(<ErrorText error={new NetworkError(new TypeError('Failed to fetch'), true)} failed="Not saved." />, {
		wrapper: pageOf(),
	});
	expect(document.body.textContent).toMatch(/^Not saved\. /);
	expect(document.body.textContent).toMatch(noNetwork);
});

it('shows any other error as a network error when its message cannot be loaded', async () => {
	render(<ErrorText error={new ServiceError({ code: 107, msg: 'uri_not_found' }, 400)} />, {
		wrapper: pageOf(),
	});
	await screen.findByText(noNetwork);
});

it('stops saying that the visitor is offline once they are online', () => {
	onTestFinished(() => onlineManager.setOnline(true));
	const wrapper = pageOf();
	onlineManager.setOnline(false);
	render(<ErrorText error={new NetworkError(null, false)} />, { wrapper });
	expect(document.body.textContent).toMatch(/^You’re offline/);
	act(() => onlineManager.setOnline(true));
	expect(document.body.textContent).not.toMatch(/offline/);
});

it('says to sign in to the network behind a captive portal, and links to a page that the portal can redirect', () => {
	render(<ErrorText error={new PortalError(new Error('HTML'), true)} />, { wrapper: pageOf() });
	expect(document.body.textContent).toMatch(/^This network may require you to sign in first/);
	expect(screen.getByRole('link', { name: 'Open its sign-in page' })).toHaveProperty('pathname', '/');
});
