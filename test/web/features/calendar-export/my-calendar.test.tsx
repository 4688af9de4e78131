import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import { startSignedIn } from '../../start-app.tsx';

it('the user’s own events have a secret calendar URL, which can be replaced or revoked after a warning', async () => {
	const app = await startSignedIn();
	const { promise, resolve: answer } = Promise.withResolvers<void>();
	app.intercept(({ path, forward }) => (path === bffPatterns.calendar ? promise.then(forward) : undefined));
	await app.open('/me/participated');
	await waitFor(() => expect(document.title).toBe('Going · My events · Daybill'));
	// The button must exist from the start: if it appeared later, the list would move.
	fireEvent.click(await screen.findByRole('button', { name: 'Subscribe: Your events in your calendar' }));
	answer();
	fireEvent.click(await screen.findByRole('button', { name: 'Create calendar link' }));
	const { value } = await screen.findByLabelText<HTMLInputElement>('Calendar link');
	const all = screen.getByLabelText<HTMLInputElement>(
		'Calendar link that includes events you’re interested in',
	);
	expect(all.value).toBe(`${value}&interested=1`);
	const hrefOf = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name, hidden: true }).href;
	expect(hrefOf('Apple Calendar')).toBe(value.replace(/^http/, 'webcal'));
	for (const name of ['Create new link', 'Delete link']) {
		const { value: current } = screen.getByLabelText<HTMLInputElement>('Calendar link');
		const status = async () => (await app.browser().get(new URL(current).pathname)).status;
		fireEvent.click(screen.getByRole('button', { name }));
		screen.getByText('The current link will stop working.');
		fireEvent.click(screen.getByRole('button', { name: 'Keep link' }));
		expect(await status()).toBe(200);
		fireEvent.click(screen.getByRole('button', { name }));
		fireEvent.click(screen.getByRole('button', { name }));
		await screen.findByText('The previous link no longer works.');
		expect(await status()).toBe(404);
	}
});
