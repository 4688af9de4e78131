// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { Link, MemoryRouter, Outlet, Route, Routes, useNavigate } from 'react-router';
import { expect, it, vi } from 'vitest';
import { useScrollMemory } from '../../../src/web/app/scroll-memory.ts';

function Shell() {
	useScrollMemory();
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
