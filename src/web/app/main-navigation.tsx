/** Main navigation, in the header or, on phones, at the bottom, where event pages show a bar with Join instead. */
import { useLocation } from 'react-router';
import { hasFilters } from '../../contract/list-filters.ts';
import { matchPage, pagePath, pagePatterns } from '../../contract/paths.ts';
import { m } from '../i18n/messages.ts';
import { useHomeCity, useLastCity } from '../shared/last-city.ts';
import { usePageData } from '../shared/page-data.tsx';
import { Icon } from '../ui/icon.tsx';
import css from './main-navigation.module.css';

/** Path of the search field for the page's city, else the last one visited. Null if the site leaves search out. */
export function useSearchPath(): string | null {
	const { surfaces } = usePageData().settings.brand;
	const { page, params } = matchPage(useLocation().pathname) ?? {};
	const last = useLastCity();
	const uid = page === 'city' || page === 'citySearch' ? params?.uid : last?.uid;
	return surfaces.includes('search') ? pagePath.searchField(uid ?? null) : null;
}

export function MainNavigation() {
	const { name } = usePageData().settings.brand;
	const { pathname, search } = useLocation();
	const { page } = matchPage(pathname) ?? {};
	const city = useHomeCity();
	const searchPath = useSearchPath();
	const links = [
		{
			text: m.app_discover(),
			icon: 'discover' as const,
			// `/` would redirect, after which the page's heading would not take the focus.
			to: city === null ? pagePatterns.home : pagePath.city(city),
			isHere: page === 'home' || page === 'city',
			isExact: !hasFilters(search),
		},
		searchPath !== null && {
			text: m.words_search(),
			icon: 'search' as const,
			to: searchPath,
			isHere: page === 'search' || page === 'citySearch',
			isExact: true,
		},
		{
			text: m.words_my_events(),
			icon: 'ticket' as const,
			to: pagePath.me('participated'),
			isHere: pathname.startsWith('/me/'),
			isExact: pathname === pagePath.me('participated'),
		},
	].filter((link) => link !== false);
	return (
		<nav className={`screen ${css.navigation}`} aria-label={name} data-main-navigation>
			{links.map(({ text, icon, to, isHere, isExact }) => (
				<a
					key={to}
					className="target"
					href={to}
					aria-current={isHere ? (isExact ? 'page' : 'true') : undefined}
				>
					<Icon name={icon} />
					{text}
				</a>
			))}
		</nav>
	);
}
