import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorNotice } from '../../../src/web/shared/error-notice.tsx';
import { ProblemError, ServiceError } from '../../../src/web/shared/errors.ts';
// Loaded with the first error: here before the clock is stopped.
import '../../../src/web/shared/error-words.tsx';
import { pageOf } from '../in-page.tsx';

const limited = () => new ServiceError({ code: 111, msg: 'rate_limit_exceeded1' }, 400, 2);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	cleanup();
	vi.useRealTimers();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

/** A retry fails at once, and the old error is shown until then. */
function Part({ onRetry }: { onRetry: () => void }) {
	const [error, setError] = useState(limited);
	const retry = () => {
		onRetry();
		setError(limited());
	};
	return <ErrorNotice error={error} onRetry={retry} />;
}

it('counts down again when the retry fails with the same wait', async () => {
	const onRetry = vi.fn();
	render(<Part onRetry={onRetry} />, { wrapper: pageOf() });
	await pass(0);
	screen.getByText('Trying again in 2 seconds.');
	await pass(1);
	screen.getByText('Trying again in 1 second.');
	await pass(1);
	expect(onRetry).toHaveBeenCalledTimes(1);
	screen.getByText('Trying again in 2 seconds.');
	await pass(2);
	expect(onRetry).toHaveBeenCalledTimes(2);
	screen.getByText('Trying again in 2 seconds.');
});

it('shows a long wait without counting it down', async () => {
	const error = new ServiceError({ code: 112, msg: 'rate_limit_exceeded2' }, 400, 3_000);
	const onRetry = vi.fn();
	render(<ErrorNotice error={error} onRetry={onRetry} />, { wrapper: pageOf() });
	await pass(0);
	screen.getByText(/Try again in 50 minutes\./);
	await pass(3_600);
	expect(onRetry).not.toHaveBeenCalled();
});

it('shows the code of the service small, behind what happened', async () => {
	render(<ErrorNotice error={new ServiceError({ code: 107, msg: 'x' }, 400)} onRetry={() => undefined} />, {
		wrapper: pageOf(),
	});
	await pass(0);
	expect(screen.getByText(/^Couldn’t find this\./).textContent).toMatch(/ Code 107$/);
	expect(screen.getByText('Code 107').tagName).toBe('SMALL');
});

it('says how to reach the site administrator where only they can help', async () => {
	const wrapper = pageOf({ contact: 'mailto:desk@site.example' });
	const rejected = {
		type: 'about:blank',
		title: '',
		status: 502,
		detail: '',
		reason: 'service_rejected',
	} as const;
	const { rerender } = render(<ErrorNotice error={undefined} onRetry={() => undefined} />, { wrapper });
	for (const error of [new ServiceError({ code: 104, msg: 'x' }, 400), new ProblemError(rejected)]) {
		rerender(<ErrorNotice error={error} onRetry={() => undefined} />);
		await pass(0);
		expect(screen.getByRole('link', { name: 'desk@site.example' }).getAttribute('href')).toBe(
			'mailto:desk@site.example',
		);
	}
	rerender(<ErrorNotice error={new ServiceError({ code: 107, msg: 'x' }, 400)} onRetry={() => undefined} />);
	expect(screen.queryByRole('link', { name: 'desk@site.example' })).toBeNull();
});
