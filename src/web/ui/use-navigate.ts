/**
 * Going to another page of the app. The router's own `useNavigate` also takes paths that are relative to a route: it brings
 * the matching of routes along, and renders each link again after every navigation.
 */
import { useCallback, useContext } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router';

interface NavigateOptions {
	/** Whether the page takes the place of the present one in the history. */
	replace?: boolean;
	/** Kept with the step in the history. */
	state?: unknown;
}

/**
 * @returns goes to a page, given as path, query and fragment. Always the same function.
 * @throws Error from that function for a URL of another site, to which the history would go as well
 */
export function useNavigate(): (to: string, options?: NavigateOptions) => void {
	const { navigator } = useContext(NavigationContext);
	return useCallback(
		(to, { replace = false, state = null } = {}) => {
			const { href, origin } = window.location;
			if (new URL(to, href).origin !== origin) throw new Error('a page of another site');
			navigator[replace ? 'replace' : 'push'](to, state);
		},
		[navigator],
	);
}
