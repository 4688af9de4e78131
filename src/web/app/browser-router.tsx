/**
 * The router at the browser's URL. `BrowserRouter` of the library does the same, from a file that brings its forms, fetchers
 * and prefetching along: 4 KB of a first visit that nothing here uses.
 */
import { type ReactNode, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { type Location, Router, UNSAFE_createBrowserHistory } from 'react-router';

/**
 * Shows the page of a navigation, which it has to do whatever else it does.
 *
 * @param to the page
 * @param delta steps in the history, negative for back; null when that is not known
 * @param show resolves once the page is in the document, or another one has been asked for
 */
export type ShowPage = (to: Location, delta: number | null, show: () => Promise<void>) => void;

let showPage: ShowPage = (_to, _delta, show) => void show();

/** From now on pages are shown with a motion, whose code is not part of a first visit (`poster-motion.ts`). */
export function showPagesWith(next: ShowPage): void {
	showPage = next;
}

export function BrowserRouter({ children }: { children: ReactNode }) {
	const [history] = useState(() => UNSAFE_createBrowserHistory({ v5Compat: true }));
	const [current, setCurrent] = useState({ location: history.location, action: history.action });
	/** Who waits for the next page. */
	const waiting = useRef<(() => void)[]>([]);
	useLayoutEffect(
		() =>
			history.listen(({ location, action, delta }) =>
				showPage(
					location,
					delta,
					() =>
						new Promise((resolve) => {
							// Another page may have been asked for since.
							if (history.location.key !== location.key) return resolve();
							waiting.current.push(resolve);
							// A transition: the page stays until the next one is there.
							startTransition(() => setCurrent({ location, action }));
						}),
				),
			),
		[history],
	);
	// It renders again for another page only.
	useLayoutEffect(() => {
		for (const resolve of waiting.current.splice(0)) resolve();
	});
	return (
		<Router location={current.location} navigationType={current.action} navigator={history}>
			{children}
		</Router>
	);
}
