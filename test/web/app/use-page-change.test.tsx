import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openApp, startApp } from '../start-app.tsx';
import { hasFocus, isAt } from '../steps.ts';

function follow(link: HTMLElement): void {
	link.focus();
	fireEvent.click(link);
}

it('downloads, fragments, new tabs and other sites are left to the browser', async () => {
	const app = await startApp();
	const { id } = await app.findEvent(({ geo }) => geo !== '');
	await app.open(`/events/${id}`);
	await screen.findByRole('link', { name: 'Get directions' });
	const isOpened = vi.fn((click: MouseEvent) => click.defaultPrevented);
	const onClick = (click: MouseEvent) => {
		isOpened(click);
		// jsdom can't leave the page.
		click.preventDefault();
	};
	window.addEventListener('click', onClick);
	onTestFinished(() => window.removeEventListener('click', onClick));
	const link = (name: string) => screen.getByRole('link', { name, hidden: true });
	for (const name of ['Download file (.ics)', 'Get directions', 'Skip to content'])
		fireEvent.click(link(name));
	fireEvent.click(link('Cities'), { ctrlKey: true });
	fireEvent.click(link('Cities'));
	expect(isOpened.mock.results.map(({ value }) => value)).toEqual([false, false, false, false, true]);
});

it('a filter keeps the focus, also the first one', async () => {
	await openApp('/cities/beijing?day_type=week');
	for (const [name, part] of [
		['Tomorrow', 'day_type=tomorrow'],
		['This weekend', 'day_type=weekend'],
	] as const) {
		const chip = screen.getByRole('link', { name });
		follow(chip);
		await isAt(`/cities/beijing?${part}`);
		await waitFor(() => expect(chip.getAttribute('aria-current')).toBe('true'));
		expect(document.activeElement).toBe(chip);
	}
});

it('the heading takes the focus when the followed link disappears, each time', async () => {
	await openApp('/cities/beijing');
	for (let times = 0; times < 2; times += 1) {
		follow(await screen.findByRole('link', { name: /^Music/ }));
		await isAt('/cities/beijing?day_type=future&type=music');
		await hasFocus(() => screen.getByRole('heading', { level: 1 }));
		act(() => window.history.back());
		await isAt('/cities/beijing');
	}
});
