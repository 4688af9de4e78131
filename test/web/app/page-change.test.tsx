import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openApp, startApp } from '../start-app.tsx';

const heading = () => screen.getByRole('heading', { level: 1 });
const hasSearch = (part: string) => waitFor(() => expect(window.location.search).toContain(part));

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

it('Back returns to the opened card, also after a reload, and on a page of the list that must be loaded first', async () => {
	const event = (id: number) => ({
		id: String(id),
		title: `Event ${id}`,
		begin_time: '2001-01-01 10:00:00',
		end_time: '2999-01-01 10:00:00',
	});
	const app = await startApp();
	app.respond({
		'/api/cities/108288/events': (query) => {
			const [start, count] = [Number(query.get('start')), Number(query.get('count'))];
			const events = Array.from({ length: 40 }, (_, id) => event(id)).slice(start, start + count);
			return { events, start, count: events.length, total: 40 };
		},
		'/api/events/30': event(30),
	});
	await app.open('/cities/beijing?day_type=week', { responses: {} });
	fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
	const card = () => screen.findByRole('link', { name: 'Event 30' });
	follow(await card());
	await screen.findByRole('heading', { level: 1, name: 'Event 30' });
	await app.open('/events/30');
	await screen.findByRole('heading', { level: 1, name: 'Event 30' });
	act(() => window.history.back());
	const link = await card();
	await waitFor(() => expect(document.activeElement).toBe(link));
});
