/** The pages of the app. The city page is in the first bundle; others are lazy. */
import { type ComponentType, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { matchPage, type PageName, pagePatterns } from '../../contract/paths.ts';
import { CityPage } from '../features/city-page/city-page.tsx';
import { NotFoundPage } from '../shared/error-notice.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { Shell } from './shell.tsx';

let LoadedEventPage: ComponentType | undefined;
export async function importEventPage() {
	const loaded = await import('../features/event-page/event-page.tsx');
	LoadedEventPage = loaded.EventPage;
	return loaded;
}
const LazyEventPage = lazyComponent(importEventPage, 'EventPage');

/** Renders without suspending if its code is loaded: a fallback would interrupt the poster transition. */
function EventPage() {
	const [Page] = useState(() => LoadedEventPage ?? LazyEventPage);
	return <Page />;
}

const SearchPage = lazyComponent(() => import('../features/search-page/search-page.tsx'), 'SearchPage');
const RelationPage = lazyComponent(
	() => import('../features/relation-page/relation-page.tsx'),
	'RelationPage',
);
const loadCities = () => import('../features/cities-page/cities-page.tsx');

const pages: Readonly<Record<PageName, ComponentType>> = {
	home: lazyComponent(loadCities, 'HomePage'),
	cities: lazyComponent(loadCities, 'CitiesPage'),
	city: CityPage,
	citySearch: SearchPage,
	search: SearchPage,
	place: lazyComponent(() => import('../features/place-page/place-page.tsx'), 'PlacePage'),
	event: EventPage,
	user: RelationPage,
	me: RelationPage,
	callback: lazyComponent(() => import('../features/callback-page/callback-page.tsx'), 'CallbackPage'),
	settings: lazyComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
	developers: lazyComponent(() => import('../features/developers/developers-page.tsx'), 'DevelopersPage'),
	offline: () => <Navigate to={pagePatterns.home} replace />,
};

/** Finds the page as the BFF does. React Router's `Routes` would make a first visit 3 KB larger. */
export function AppRoutes() {
	const match = matchPage(useLocation().pathname);
	const Page = match === null ? NotFoundPage : pages[match.page];
	return (
		<Shell>
			<Page />
		</Shell>
	);
}
