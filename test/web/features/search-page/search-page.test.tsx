import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { publicEvent } from '../../../bff/public-event.ts';
import { noFront } from '../../bodies.ts';
import { openApp, startApp, type TestApp } from '../../start-app.tsx';
import { follow, hasFocus, hrefOf, isAt } from '../../steps.ts';

/** The parameters of the last search. */
const searchOf = (app: TestApp) => new URLSearchParams(app.callsTo('GET /search/').at(-1)?.split('?')[1]);

const submit = () => {
	const { form } = screen.getByRole<HTMLInputElement>('searchbox');
	if (form !== null) fireEvent.submit(form);
};
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });

describe('the search page', () => {
	it('covers all upcoming events until a filter, which is shown, narrows the search', async () => {
		const app = await openApp('/cities/beijing');
		await follow('Search events');
		await hasFocus(() => screen.getByRole('searchbox'));
		const chip = (name: string) => screen.getByRole('link', { name });
		type('quartet');
		await waitFor(() => expect(window.location.search).toBe('?q=quartet'));
		await waitFor(() => expect(document.title).toBe('quartet · Search · 北京 · Daybill'));
		await waitFor(() => expect(chip('Upcoming').getAttribute('aria-current')).not.toBeNull());
		await waitFor(() => expect(searchOf(app).has('to')).toBe(false));
		fireEvent.click(chip('This week'));
		await waitFor(() => expect(window.location.search).toBe('?day_type=week&q=quartet'));
		await waitFor(() => expect(searchOf(app).has('to')).toBe(true));
		fireEvent.click(chip('Upcoming'));
		await waitFor(() => expect(window.location.search).toBe('?q=quartet'));
	});

	it('shows the best match first, or the soonest', async () => {
		const app = await openApp('/cities/beijing/search?q=quartet');
		await waitFor(() => expect(searchOf(app).get('q')).toBe('quartet'));
		expect(searchOf(app).has('sort')).toBe(false);
		fireEvent.click(screen.getByRole('link', { name: 'Soonest', hidden: true }));
		await waitFor(() => expect(searchOf(app).get('sort')).toBe('start'));
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
		await waitFor(() => expect(hrefOf(/^Remove filter: Evening, /)).toBe('/cities/beijing/search?q=jazz'));
		expect(days.querySelectorAll('[aria-current]')).toHaveLength(1);
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
		const front = { ...noFront, posters: { music: 'https://img.example/a.jpg' } };
		app.respond({ '/front/': { ...noFront, popular: [publicEvent({ begin_time: '2998-01-01 20:00:00' })] } });
		await app.open('/cities/beijing/search', { front });
		expect((await screen.findByRole('link', { name: 'Music' })).innerHTML).toContain('img.example');
		expect(app.callsTo('/front/')).toEqual([]);
		await follow('北京');
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
		expect(['jazz', 'tea'].map(hrefOf)).toEqual([
			'/cities/beijing/search?q=jazz',
			'/cities/beijing/search?q=tea',
		]);
		fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
		await waitFor(() => expect(screen.queryByRole('heading', { name: 'Recent searches' })).toBeNull());
	});

	it('asks for a city when none is known, and continues there', async () => {
		const app = await openApp('/search?q=jazz');
		expect(screen.getByLabelText<HTMLInputElement>('Search events').value).toBe('jazz');
		await follow(/上海/);
		await isAt('/cities/shanghai/search?q=jazz');
		await screen.findByRole('link', { name: '上海' });
		await app.open('/search?q=tea');
		await isAt('/cities/shanghai/search?q=tea');
	});
});
