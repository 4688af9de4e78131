// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../start-app.tsx';

describe('subscribing to a city', () => {
	it('has the feeds of the filters of the page, and can be closed and opened again', async () => {
		// Dialogs of jsdom have no methods.
		HTMLDialogElement.prototype.showModal = function showModal() {
			this.open = true;
		};
		HTMLDialogElement.prototype.close = function close() {
			this.open = false;
			this.dispatchEvent(new Event('close'));
		};
		const app = await startApp();
		await app.open('/cities/beijing?day_type=weekend&type=music');
		for (let times = 0; times < 2; times += 1) {
			fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
			const field = await screen.findByLabelText<HTMLInputElement>('Calendar link');
			expect(field.value).toBe('http://localhost:3000/feeds/cities/beijing.ics?day_type=weekend&type=music');
			fireEvent.click(screen.getByRole('button', { name: 'Close' }));
			await waitFor(() => expect(screen.queryByLabelText('Calendar link')).toBeNull());
		}
	});
});
