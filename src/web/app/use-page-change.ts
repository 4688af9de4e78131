import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { matchPage } from '../../contract/paths.ts';
import { pageShown } from '../features/event/opened-card.ts';
import { keepsFocus } from '../shared/page-heading.tsx';
import { isPlainClick } from '../ui/plain-click.ts';
import { type ControlPlace, placeOfControl } from './control-place.ts';
import { ignoreFailure } from './missing-code.ts';

/**
 * The link that was last followed on the page, or the button that opens the link's sheet. Kept in the history entry's
 * state, which survives a reload.
 */
const tappedPlace = (): ControlPlace | undefined =>
	(window.history.state as { tapped?: ControlPlace } | null)?.tapped;

/**
 * Opens links to the app's pages without loading a document. Uses one listener for all links, because the router's own
 * component runs five hooks for each link, and renders each again whenever the URL changes.
 */
export function useLinks(): void {
	const navigate = useNavigate();
	const follow = useEffectEvent((click: MouseEvent) => {
		const link = click.target instanceof Element ? click.target.closest('a') : null;
		if (link === null || click.defaultPrevented || !isPlainClick(click)) return;
		const isElsewhere = link.target !== '' || link.origin !== window.location.origin;
		if (isElsewhere || link.matches('[download], [href^="#"]') || matchPage(link.pathname) === null) return;
		click.preventDefault();
		const { pathname, search, hash, href } = link;
		void navigate(pathname + search + hash, { replace: href === window.location.href });
	});
	useEffect(() => {
		// On `document`, so that it runs after React's handlers, which may have called preventDefault.
		document.addEventListener('click', follow);
		return () => document.removeEventListener('click', follow);
	}, []);
}

/**
 * Scrolls to the top on navigation, unless the link keeps the focus. On Back, the browser restores the
 * position, and this hook focuses the link that was followed. React Router's `ScrollRestoration` needs data
 * mode, which would make a first visit larger.
 */
export function usePageChange(): void {
	const location = useLocation();
	const navigation = useNavigationType();
	const client = useQueryClient();
	const last = useRef(location);
	useLayoutEffect(() => {
		if (navigation !== 'POP' && !keepsFocus(location.state)) window.scrollTo(0, 0);
		pageShown();
	}, [location, navigation]);
	useEffect(() => {
		const remember = ({ target }: MouseEvent) => {
			if (!(target instanceof Element)) return;
			const link = target.closest('a');
			const sheet = link?.closest('dialog');
			// A sheet is closed when the page is shown again, so its opener takes the focus.
			const control = sheet ? document.querySelector<HTMLElement>(`[commandfor="${sheet.id}"]`) : link;
			if (control)
				window.history.replaceState({ ...window.history.state, tapped: placeOfControl(control, client) }, '');
		};
		window.addEventListener('click', remember, true);
		return () => window.removeEventListener('click', remember, true);
	}, [client]);
	// Runs after the effect in `PageHeading` that moves the focus.
	useEffect(() => {
		const isNew = last.current !== location;
		last.current = location;
		const left = navigation === 'POP' && isNew ? tappedPlace() : undefined;
		if (left === undefined) return undefined;
		const end = new AbortController();
		// Imported here, to keep it out of the first bundle. Usually, `load-later.tsx` has loaded it.
		ignoreFailure(
			import('./return-after-reload.ts').then(({ returnTo }) => returnTo(left, client, true, end)),
		);
		return () => end.abort();
	}, [location, navigation, client]);
}
