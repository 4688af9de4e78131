import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { isPlainClick } from './plain-click.ts';
import { useNavigate } from './use-navigate.ts';

/**
 * For links that change a part of the query. The URL may be ahead of what is rendered while a view loads: what was chosen by
 * then stays chosen.
 *
 * @returns a function from a path, made of the query (such as `?type=film`), to attributes of a `Link`
 */
export function useQueryLink() {
	const { pathname, search } = useLocation();
	const navigate = useNavigate();
	return (path: (search: string) => string) => ({
		to: path(search),
		onClick(event: MouseEvent<HTMLAnchorElement>) {
			const newest = window.location;
			if (newest.search === search || newest.pathname !== pathname || !isPlainClick(event)) return;
			event.preventDefault();
			navigate(path(newest.search));
		},
	});
}
