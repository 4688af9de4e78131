import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Front } from '../../../../src/contract/bff-api/front.ts';
import { publicEvent } from '../../../bff/public-event.ts';
import { openApp, startApp } from '../../start-app.tsx';

/** The parameters of the last search. */
const searchOf = (calls: readonly string[]) => {
	const path = calls.findLast((call) => call.startsWith('GET /search/'))?.slice(4);
	return path === undefined ? undefined : new URL(path, 'http://here').searchParams;
};

const submit = () => {
	const { form } = screen.getByRole<HTMLInputElement>('searchbox');
	if (form !== null) fireEvent.submit(form);
};
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });

describe('the search page', () => {
	it('covers all upcoming events until a filter, which is shown, narrows the search', async () => {
		const app = await openApp('/cities/beijing');
		fireEvent.click(screen.getByRole('link', { name: 'Search events' }));
		await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
		const chip = (name: string) => screen.getByRole('link', { name });
		type('quartet');
		await waitFor(() => expect(window.location.search).toBe('?q=quartet'));
		await waitFor(() => expect(document.title).toBe('quartet · Search · 北京 · Daybill'));
		await waitFor(() => expect(chip('Upcoming').getAttribute('aria-current')).not.toBeNull());
		await waitFor(() => expect(searchOf(app.calls)?.has('to')).toBe(false));
		fireEvent.click(chip('This week'));
		await waitFor(() => expect(window.location.search).toBe('?day_type=week&q=quartet'));
		await waitFor(() => expect(searchOf(app.calls)?.has('to')).toBe(true));
		fireEvent.click(chip('Upcoming'));
		await waitFor(() => expect(window.location.search).toBe('?q=quartet'));
	});

	it('without words, loads the poster of the first type before everything else', async () => {
		await openApp('/cities/beijing/search');
		const images = await waitFor(() => {
			const found = [...document.querySelectorAll('main img')];
			expect(found.length).toBeGreaterThan(1);
			return found;
		});
		expect(images.map((image) => image.getAttribute('fetchpriority'))).toEqual(
			images.map((_, index) => (index === 0 ? 'high' : null)),
		);
	});

	it('shows the best match first, or the soonest', async () => {
		const app = await openApp('/cities/beijing/search?q=quartet');
		await waitFor(() => expect(searchOf(app.calls)?.get('q')).toBe('quartet'));
		expect(searchOf(app.calls)?.has('sort')).toBe(false);
		fireEvent.click(screen.getByRole('link', { name: 'Soonest', hidden: true }));
		await waitFor(() => expect(searchOf(app.calls)?.get('sort')).toBe('start'));
		expect(screen.queryByRole('link', { name: 'Near me', hidden: true })).toBeNull();
	});

	it('says which words name a time, and can do without them or with another day', async () => {
		await openApp('/cities/beijing/search?q=jazz');
		const days = await screen.findByRole('navigation', { name: 'When' });
		for (const name of ['Tomorrow', 'This weekend', 'Next weekend']) {
			type(`jazz ${name}`);
			submit();
			await waitFor(() => expect(days.querySelector('[aria-current]')?.textContent).toBe(name));
			expect(screen.queryByRole('link', { name: /^Remove filter: / })).toBeNull();
		}
		type('jazz tonight');
		submit();
		await waitFor(() => expect(window.location.search).toBe('?q=jazz+tonight'));
		const time = await screen.findByRole('link', { name: /^Remove filter: Evening, / });
		expect(time.getAttribute('href')).toBe('/cities/beijing/search?q=jazz');
		expect(days.querySelector('[aria-current]')).toBeNull();
		fireEvent.click(screen.getByRole('link', { name: 'Tomorrow' }));
		await waitFor(() => expect(window.location.search).toBe('?day_type=tomorrow&q=jazz'));
		expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('jazz');
		await waitFor(() => expect(days.querySelector('[aria-current]')?.textContent).toBe('Tomorrow'));
		expect(screen.queryByRole('link', { name: /^Remove filter: / })).toBeNull();
	});

	it('searches for nothing without a letter or digit, and does not remember it', async () => {
		await openApp('/cities/beijing/search');
		type('%%%');
		submit();
		await screen.findByText('Enter a title, venue or event type.');
		expect(localStorage.getItem('daybill.searches')).toBeNull();
	});

	it('shows the posters in the page, and reads the city’s front page when it is opened', async () => {
		const app = await startApp();
		const none: Front = { today: [], weekend: [], popular: [], upcoming: [], running: [], posters: {} };
		const front = { ...none, posters: { music: 'https://img.example/a.jpg' } };
		app.respond({ '/front/': { ...none, popular: [publicEvent({ begin_time: '2998-01-01 20:00:00' })] } });
		await app.open('/cities/beijing/search', { front });
		expect((await screen.findByRole('link', { name: 'Music' })).innerHTML).toContain('img.example');
		expect(app.calls.filter((call) => call.includes('/front/'))).toEqual([]);
		fireEvent.click(screen.getByRole('link', { name: '北京' }));
		await screen.findByRole('link', { name: 'An evening' });
	});

	it('remembers recent searches on this device until they are cleared', async () => {
		await openApp('/cities/beijing/search');
		expect(screen.queryByRole('heading', { name: 'Recent searches' })).toBeNull();
		for (const q of ['jazz', 'tea', 'jazz']) {
			type(q);
			submit();
			await waitFor(() => expect(window.location.search).toBe(`?q=${q}`));
		}
		type('');
		await screen.findByRole('heading', { name: 'Recent searches' });
		const recent = ['jazz', 'tea'].map((q) => screen.getByRole('link', { name: q }).getAttribute('href'));
		expect(recent).toEqual(['/cities/beijing/search?q=jazz', '/cities/beijing/search?q=tea']);
		fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
		expect(screen.queryByRole('heading', { name: 'Recent searches' })).toBeNull();
	});

	it('asks for a city when none is known, and continues there', async () => {
		window.localStorage.clear();
		const app = await openApp('/search?q=jazz');
		expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('jazz');
		fireEvent.click(await screen.findByRole('link', { name: /上海/ }));
		await waitFor(() => expect(window.location.pathname).toBe('/cities/shanghai/search'));
		expect(window.location.search).toBe('?q=jazz');
		await screen.findByRole('link', { name: '上海' });
		await app.open('/search?q=tea');
		await waitFor(() =>
			expect(window.location.pathname + window.location.search).toBe('/cities/shanghai/search?q=tea'),
		);
	});
});
