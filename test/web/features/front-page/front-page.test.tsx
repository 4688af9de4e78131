import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Front } from '../../../../src/contract/bff-api/front.ts';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import { publicEvent } from '../../../bff/public-event.ts';
import { openApp, problem, showEverything, startApp, startSignedIn } from '../../start-app.tsx';

const event = (id: string, begin: string, end: string, fields: object = {}) =>
	publicEvent({ id, title: `Event ${id}`, begin_time: begin, end_time: end, ...fields });
const coming = (id: string) => event(id, '2998-01-01 20:00:00', '2998-01-01 22:00:00');
const running = event('r', '2001-01-01 10:00:00', '2998-01-01 10:00:00');
const over = event('o', '2001-01-01 10:00:00', '2001-01-01 12:00:00');
const none: Front = { today: [], weekend: [], popular: [], upcoming: [], running: [], posters: {} };

const headings = () => screen.queryAllByRole('heading', { level: 2 }).map((each) => each.textContent);

describe('a city’s front page', () => {
	it('has rows for its events, each with a link to its list, and all types', async () => {
		const app = await startApp();
		const front = {
			...none,
			today: [over],
			weekend: [coming('1')],
			popular: [coming('2'), coming('3')],
			upcoming: [coming('4')],
			running: [running],
		};
		await app.open('/cities/beijing', { front });
		await screen.findByRole('heading', { name: 'What are you up for?' });
		expect(document.title).toBe('北京 · Daybill');
		expect(headings()).toEqual([
			'This weekend See all',
			'Also popular See all',
			'What are you up for?',
			'Upcoming See all',
			'On now: exhibitions and long-running events See all',
		]);
		expect(screen.getAllByRole('article')).toHaveLength(5);
		const pathOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
		expect(pathOf('This weekend See all')).toBe('/cities/beijing?day_type=weekend');
		expect(pathOf('Also popular See all')).toBe('/cities/beijing?day_type=future&sort=interest');
		expect(pathOf('All events')).toBe('/cities/beijing?day_type=future&sort=start');
		expect(pathOf('Near me')).toBe('/cities/beijing?sort=near');
		expect(pathOf('Film')).toBe('/cities/beijing?day_type=future&type=film');
		expect(app.calls.filter((call) => /\/cities\/\d+\/events/.test(call))).toEqual([]);
	});

	it('has its first rows in the page, and reads the others when they come near', async () => {
		const app = await startApp();
		const front = { ...none, weekend: [coming('1')], popular: [coming('2')] };
		app.respond({ '/front/': { ...front, running: [running] } });
		const reads = () => app.calls.filter((call) => call.includes('/front/'));
		await app.open('/cities/beijing', { front });
		await screen.findByRole('link', { name: 'Event 2' });
		expect(reads()).toEqual([]);
		showEverything();
		await app.open('/cities/beijing', { front });
		await screen.findByRole('link', { name: 'Event r' });
		expect(reads()).toHaveLength(1);
	});

	it('calls the row “Popular” instead of “Also popular” when no row precedes it', async () => {
		const app = await startApp();
		const front = { ...none, today: [over], popular: [coming('2')], upcoming: [coming('4')] };
		await app.open('/cities/beijing', { front });
		await screen.findByRole('heading', { name: 'What are you up for?' });
		expect(headings().slice(0, 2)).toEqual(['Popular See all', 'Upcoming See all']);
	});

	it('shows the types in the order of the site', async () => {
		await openApp('/cities/beijing', ({ settings }) => ({
			settings: { ...settings, brand: { ...settings.brand, types: ['party', 'film', 'music'] } },
			front: { ...none, popular: [coming('2')] },
		}));
		const heading = await screen.findByRole('heading', { name: 'What are you up for?' });
		const tiles = within(heading.parentElement as HTMLElement).getAllByRole('link');
		expect(tiles.map(({ textContent }) => textContent)).toEqual([
			expect.stringMatching(/Parties$/),
			expect.stringMatching(/Film$/),
			expect.stringMatching(/Music$/),
		]);
	});

	it('loads with one call when reached from another page, and can be retried after a failure', async () => {
		const app = await startApp();
		app.respond({ '/front/': problem(400, 'service_rejected') });
		// Of the first city.
		await app.open('/cities', { front: { ...none, popular: [coming('6')] } });
		fireEvent.click(await screen.findByRole('link', { name: /上海/ }));
		const again = await screen.findByRole('button', { name: 'Try again' });
		app.respond({ '/front/': { ...none, popular: [coming('7')] } });
		fireEvent.click(again);
		await screen.findByRole('link', { name: 'Event 7' });
		expect(app.calls.filter((call) => /\/cities\/\d+\/events/.test(call))).toEqual([]);
	});

	it('links to other views when the city has no events', async () => {
		await openApp('/cities/beijing', { front: { ...none, today: [over] } });
		await screen.findByRole('heading', { name: 'No events found' });
		expect(screen.queryByRole('heading', { name: 'What are you up for?' })).toBeNull();
		expect(screen.getByRole('link', { name: 'Calendar' })).toBeDefined();
	});

	it('shows signed-in users their next event', async () => {
		const app = await startSignedIn();
		const wire = (id: string, day: string) => ({
			id,
			title: `Event ${id}`,
			begin_time: `${day} 20:00:00`,
			end_time: `${day} 22:00:00`,
		});
		const events = [wire('3', '2998-01-03'), wire('1', '2001-01-01'), wire('2', '2998-01-02')];
		app.respond({ [bffPatterns.ownEvents]: { events } });
		await app.open('/cities/beijing');
		const next = await screen.findByRole('link', { name: /^Up next/ });
		expect(next.getAttribute('href')).toBe('/events/2');
		expect(within(next).getByText('Event 2')).toBeDefined();
	});
});
