/**
 * A link to another page of the app. The router's own does the same and brings 4 KB with it, for routes with loaders and
 * prefetched data, which this app does not have.
 */
import type { ComponentProps, MouseEvent } from 'react';
import { isPlainClick } from './plain-click.ts';
import { useNavigate } from './use-navigate.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
	/** Path and query. */
	to: string;
}

/** Without the app's code, and with a modifier key, the browser follows it. @see isPlainClick */
export function Link({ to, onClick, ...attributes }: LinkProps) {
	const navigate = useNavigate();
	const follow = (event: MouseEvent<HTMLAnchorElement>) => {
		onClick?.(event);
		if (event.defaultPrevented || !isPlainClick(event)) return;
		event.preventDefault();
		const { pathname, search } = window.location;
		// A link to the page itself adds no step to the history, as in any document.
		navigate(to, { replace: `${pathname}${search}` === to });
	};
	return <a {...attributes} href={to} onClick={follow} />;
}
