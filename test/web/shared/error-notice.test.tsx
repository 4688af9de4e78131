import { onlineManager } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { PublicBrand } from '../../../src/contract/bff-api/brand.ts';
import { ErrorNotice, PageError } from '../../../src/web/shared/error-notice.tsx';
import { NetworkError, ProblemError, ServiceError } from '../../../src/web/shared/errors.ts';
import { pageOf } from '../in-page.tsx';

/** The page of a visitor who is signed out. */
const signedOut = (brand?: Partial<PublicBrand>) =>
	pageOf({ session: { signed_in: false }, ...(brand && { brand }) });

const noRetry = () => undefined;

it('shows the code of the service in small print after the message', async () => {
	const error = new ServiceError({ code: 107, msg: 'x' }, 400);
	render(<ErrorNotice error={error} onRetry={noRetry} />, { wrapper: signedOut() });
	expect((await screen.findByText(/^Couldn’t find this\./)).textContent).toMatch(/ Code 107$/);
	expect(screen.getByText('Code 107').tagName).toBe('SMALL');
	// Trying again would fail in the same way.
	expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
	expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});

it('shows how to contact the site administrator when only they can help', async () => {
	const wrapper = signedOut({ contact: 'mailto:desk@site.example' });
	const problem = { type: 'about:blank', title: '', status: 502, detail: '' } as const;
	const rejected = { ...problem, reason: 'service_rejected' } as const;
	const { rerender } = render(<ErrorNotice error={undefined} onRetry={noRetry} />, { wrapper });
	for (const error of [new ServiceError({ code: 104, msg: 'x' }, 400), new ProblemError(rejected)]) {
		rerender(<ErrorNotice error={error} onRetry={noRetry} />);
		const link = await screen.findByRole('link', { name: 'desk@site.example' });
		expect(link.getAttribute('href')).toBe('mailto:desk@site.example');
	}
	rerender(<ErrorNotice error={new ServiceError({ code: 107, msg: 'x' }, 400)} onRetry={noRetry} />);
	expect(screen.queryByRole('link', { name: 'desk@site.example' })).toBeNull();
});

it('says that there is no connection, instead of an unknown error, above a page without one', () => {
	const error = new NetworkError(new TypeError('Failed to fetch'), true);
	render(<PageError error={error} onRetry={noRetry} />, { wrapper: signedOut() });
	screen.getByRole('heading', { name: 'Can’t connect' });
});

it('says once that the visitor is offline, and links to My events of a signed-in user', async () => {
	vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
	onTestFinished(() => onlineManager.setOnline(true));
	const error = new NetworkError(new TypeError('Failed to fetch'), false);
	const { unmount } = render(<PageError error={error} onRetry={noRetry} />, { wrapper: signedOut() });
	expect(screen.getAllByText(/offline/)).toHaveLength(1);
	expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
	expect(screen.queryByRole('link')).toBeNull();
	unmount();
	const wrapper = pageOf({ session: { signed_in: true, service_user_id: '1001' } });
	render(<PageError error={error} onRetry={noRetry} />, { wrapper });
	const link = await screen.findByRole('link', { name: 'My events' });
	expect(link.getAttribute('href')).toBe('/me/participated');
});
