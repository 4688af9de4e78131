// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { Link, MemoryRouter, Outlet, Route, Routes, useNavigate } from 'react-router';
import { expect, it, vi } from 'vitest';
import { usePageMemory } from '../../../src/web/app/page-memory.ts';

// jsdom has no layout, and so no observer of it; the end-to-end tests show what it is for.
vi.stubGlobal(
	'ResizeObserver',
	class {
		observe = () => undefined;
		disconnect = () => undefined;
	},
);

function Shell() {
	usePageMemory();
	return <Outlet />;
}

/** A page whose content is shorter: the browser reports the end of scrolling while the page is still appearing. */
function Short() {
	const navigate = useNavigate();
	useLayoutEffect(() => {
		Object.assign(window, { scrollY: 0 });
		window.dispatchEvent(new Event('scrollend'));
	}, []);
	return (
		<button type="button" onClick={() => navigate(-1)}>
			Back
		</button>
	);
}

it('the position of a page is not replaced by that of the next one while it appears', async () => {
	vi.spyOn(window, 'scrollTo').mockImplementation(
		(_x, y) => void Object.assign(window, { scrollY: Number(y) }),
	);
	render(
		<MemoryRouter initialEntries={['/start']}>
			<Routes>
				<Route element={<Shell />}>
					<Route path="/start" element={<Link to="/long">Long</Link>} />
					<Route path="/long" element={<Link to="/short">Short</Link>} />
					<Route path="/short" element={<Short />} />
				</Route>
			</Routes>
		</MemoryRouter>,
	);
	fireEvent.click(screen.getByText('Long'));
	Object.assign(window, { scrollY: 1_200 });
	window.dispatchEvent(new Event('scrollend'));
	fireEvent.click(await screen.findByText('Short'));
	fireEvent.click(await screen.findByText('Back'));
	await screen.findByText('Short');
	expect(window.scrollY).toBe(1_200);
});

it('keeps the positions of the newest steps only, however long the tab stays open', async () => {
	vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
	render(
		<MemoryRouter initialEntries={['/long']}>
			<Routes>
				<Route element={<Shell />}>
					<Route path="/long" element={<Link to="/long">Again</Link>} />
				</Route>
			</Routes>
		</MemoryRouter>,
	);
	const kept = () =>
		Object.keys(sessionStorage).reduce((sum, key) => sum + (sessionStorage.getItem(key) ?? '').length, 0);
	const go = (times: number) => {
		for (let time = 0; time < times; time++) fireEvent.click(screen.getByText('Again'));
	};
	go(110);
	const before = kept();
	expect(before).toBeGreaterThan(0);
	go(60);
	expect(kept()).toBeLessThan(before * 1.1);
});

/** Show the links of the pages below. */
const shows: (() => void)[] = [];

/** A page whose link comes later, except when it is opened first. */
function Late() {
	const [isThere, show] = useState(shows.length === 0);
	useLayoutEffect(() => void shows.push(() => show(true)), []);
	return (
		<>
			<button type="button">Other</button>
			{isThere && <Link to="/next">Next</Link>}
		</>
	);
}

function Next() {
	const navigate = useNavigate();
	return (
		<button type="button" onClick={() => navigate(-1)}>
			Back
		</button>
	);
}

it('gives the focus back to the pressed link when it comes later than its page, unless something else has the focus', async () => {
	vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
	render(
		<MemoryRouter initialEntries={['/late']}>
			<Routes>
				<Route element={<Shell />}>
					<Route path="/late" element={<Late />} />
					<Route path="/next" element={<Next />} />
				</Route>
			</Routes>
		</MemoryRouter>,
	);
	for (const focusIsElsewhere of [false, true]) {
		fireEvent.click(screen.getByText('Next'));
		fireEvent.click(await screen.findByText('Back'));
		const other = await screen.findByText('Other');
		if (focusIsElsewhere) other.focus();
		act(() => shows.at(-1)?.());
		const link = await screen.findByText('Next');
		await waitFor(() => expect(document.activeElement).toBe(focusIsElsewhere ? other : link));
	}
});
