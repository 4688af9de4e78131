/**
 * The router at the browser's URL. `BrowserRouter` of the library does the same, from a file that brings its forms, fetchers
 * and prefetching along: 4 KB of a first visit that nothing here uses.
 */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router, UNSAFE_createBrowserHistory } from 'react-router';

export function BrowserRouter({ children }: { children: ReactNode }) {
	const [history] = useState(() => UNSAFE_createBrowserHistory({ v5Compat: true }));
	const [current, setCurrent] = useState({ location: history.location, action: history.action });
	// A transition: the page stays until the next one is there.
	useLayoutEffect(
		() => history.listen(({ location, action }) => startTransition(() => setCurrent({ location, action }))),
		[history],
	);
	return (
		<Router location={current.location} navigationType={current.action} navigator={history}>
			{children}
		</Router>
	);
}
