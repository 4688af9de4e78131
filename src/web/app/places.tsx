/**
 * Main navigation: in the header, and on phones in a bar at the bottom. The event page replaces that bar with its own
 * (Join, Interested).
 */
import { Link, useLocation } from 'react-router';
import { hasFilters, matchPage, pagePath, pagePatterns } from '../../contract/paths.ts';
import { m } from '../i18n/messages.ts';
import { lastCity } from '../shared/last-city.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useInBrowser } from '../ui/use-in-browser.ts';
import css from './places.module.css';

/** SVG paths, 24 by 24. */
const icons = {
	discover: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM16 8l-2.5 5.5L8 16l2.5-5.5z',
	search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21',
	mine: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v12',
} as const;

/** Leads to the search field of the page's city, else of the last one. Null where the site has no search. */
export function useSearchPath(): string | null {
	const { surfaces } = usePageData().settings.brand;
	const { page, params } = matchPage(useLocation().pathname) ?? {};
	const last = useInBrowser() ? lastCity() : null;
	const uid = page === 'city' || page === 'citySearch' ? params?.uid : last?.uid;
	return surfaces.includes('search') ? pagePath.searchField(uid ?? null) : null;
}

export function Places() {
	const { name } = usePageData().settings.brand;
	const { pathname, search } = useLocation();
	const { page } = matchPage(pathname) ?? {};
	const searchPath = useSearchPath();
	const places = [
		{
			name: m.app_discover(),
			icon: icons.discover,
			to: pagePatterns.home,
			isHere: page === 'home' || page === 'city',
			isExact: !hasFilters(search),
		},
		searchPath !== null && {
			name: m.app_search(),
			icon: icons.search,
			to: searchPath,
			isHere: page === 'search' || page === 'citySearch',
			isExact: true,
		},
		{
			name: m.words_my_events(),
			icon: icons.mine,
			to: pagePath.me('participated'),
			isHere: pathname.startsWith('/me/'),
			isExact: pathname === pagePath.me('participated'),
		},
	].filter((place) => place !== false);
	return (
		<nav className={css.places} aria-label={name} data-places>
			{places.map(({ name: place, icon, to, isHere, isExact }) => (
				<Link key={to} to={to} aria-current={isHere ? (isExact ? 'page' : 'true') : undefined}>
					<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
						<path d={icon} />
					</svg>
					{place}
				</Link>
			))}
		</nav>
	);
}
