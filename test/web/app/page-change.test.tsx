import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../start-app.tsx';

const heading = () => screen.getByRole('heading', { level: 1 });
const hasSearch = (part: string) => waitFor(() => expect(window.location.search).toContain(part));

function follow(link: HTMLElement): void {
	link.focus();
	fireEvent.click(link);
}

it('a filter keeps the focus, also the first one', async () => {
	await openApp('/cities/beijing?day_type=week');
	for (const [name, part] of [
		['Tomorrow', 'day_type=tomorrow'],
		['This weekend', 'day_type=weekend'],
	] as const) {
		const chip = screen.getByRole('link', { name });
		follow(chip);
		await hasSearch(part);
		await waitFor(() => expect(chip.getAttribute('aria-current')).toBe('true'));
		expect(document.activeElement).toBe(chip);
	}
});

it('the heading takes the focus when the followed link disappears, each time', async () => {
	await openApp('/cities/beijing');
	for (let times = 0; times < 2; times += 1) {
		follow(await screen.findByRole('link', { name: /^Music/ }));
		await hasSearch('type=music');
		await waitFor(() => expect(document.activeElement).toBe(heading()));
		act(() => window.history.back());
		await waitFor(() => expect(window.location.search).toBe(''));
	}
});
