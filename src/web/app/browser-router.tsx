/**
 * The router at the browser's URL. `BrowserRouter` of the library does the same, from files that bring its forms, fetchers,
 * prefetching, loaders and boundaries along: 8 KB of a first visit that nothing here uses. `Router` is in one of them, too.
 */
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState, useTransition } from 'react';
import {
	UNSAFE_createBrowserHistory as createBrowserHistory,
	type Location,
	UNSAFE_LocationContext as LocationContext,
	UNSAFE_NavigationContext as NavigationContext,
} from 'react-router';

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
	const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
	const [current, setCurrent] = useState({ location: history.location, navigationType: history.action });
	const [isWaiting, startTransition] = useTransition();
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
							startTransition(() => setCurrent({ location, navigationType: action }));
						}),
				),
			),
		[history],
	);
	useLayoutEffect(() => {
		// On a slow network a press would otherwise seem to do nothing.
		document.documentElement.toggleAttribute('data-waiting', isWaiting);
		if (!isWaiting) for (const resolve of waiting.current.splice(0)) resolve();
	}, [isWaiting]);
	const navigation = useMemo(
		() => ({ navigator: history, basename: '/', static: false, useTransitions: undefined, future: {} }),
		[history],
	);
	return (
		<NavigationContext value={navigation}>
			<LocationContext value={current}>{children}</LocationContext>
		</NavigationContext>
	);
}
