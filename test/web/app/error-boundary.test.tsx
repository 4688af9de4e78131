import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../../src/web/app/error-boundary.tsx';

function Broken(): never {
	throw new Error('code is missing');
}

it('what broke on one page is not shown on the next', () => {
	// React logs the error to the console.
	vi.spyOn(console, 'error').mockImplementation(() => undefined);
	const { rerender } = render(
		<ErrorBoundary page="?view=map">
			<Broken />
		</ErrorBoundary>,
	);
	screen.getByRole('alert');
	rerender(<ErrorBoundary page="">the list</ErrorBoundary>);
	screen.getByText('the list');
	expect(screen.queryByRole('alert')).toBeNull();
});
