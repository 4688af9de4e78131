// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { BrowserRouter, showPagesWith } from '../../../src/web/app/browser-router.tsx';
import { useNavigate } from '../../../src/web/ui/use-navigate.ts';

let navigate: ReturnType<typeof useNavigate>;

function Page() {
	navigate = useNavigate();
	return <p>{useLocation().pathname}</p>;
}

/** Opens the app at a page that nobody has been on. @returns the steps of each navigation, null for those that are not known */
function open(path: string): (number | null)[] {
	const deltas: (number | null)[] = [];
	showPagesWith((_to, delta, show) => {
		deltas.push(delta);
		void show();
	});
	window.history.pushState(null, '', path);
	render(
		<BrowserRouter>
			<Page />
		</BrowserRouter>,
	);
	return deltas;
}

const back = async (path: string) => {
	act(() => window.history.back());
	await waitFor(() => expect(screen.getByText(path)).toBeDefined());
};

afterEach(cleanup);

it('writes nothing to the history until somebody goes on: a page that does while it is left is not kept', () => {
	const write = vi.spyOn(History.prototype, 'replaceState');
	open('/cities');
	expect(write).not.toHaveBeenCalled();
	expect(window.history.state).toBeNull();
});

it('knows which way somebody goes, also to the page that the document began with', async () => {
	const deltas = open('/cities');
	await act(async () => navigate('/settings'));
	await act(async () => navigate('/cities/berlin'));
	await back('/settings');
	await back('/cities');
	expect(deltas).toEqual([1, 1, -1, -1]);
});

it('does not take a fragment of the first page for a step back', async () => {
	const deltas = open('/cities');
	await act(async () => {
		window.location.hash = 'main';
		await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
	});
	await act(async () => navigate('/settings'));
	expect(deltas).toEqual([0, 1]);
});
