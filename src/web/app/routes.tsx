/** The city page is in the first bundle; other pages are lazy. */
import { type ComponentType, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { pagePatterns } from '../../contract/paths.ts';
import { CityPage } from '../features/city-page/city-page.tsx';
import { NotFoundPage } from '../shared/not-found-page.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
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

const HomePage = lazyComponent(() => import('../features/cities-page/cities-page.tsx'), 'HomePage');
const CitiesPage = lazyComponent(() => import('../features/cities-page/cities-page.tsx'), 'CitiesPage');
const SearchPage = lazyComponent(() => import('../features/search-page/search-page.tsx'), 'SearchPage');
const PlacePage = lazyComponent(() => import('../features/place-page/place-page.tsx'), 'PlacePage');
const RelationPage = lazyComponent(
	() => import('../features/relation-page/relation-page.tsx'),
	'RelationPage',
);
const CallbackPage = lazyComponent(
	() => import('../features/callback-page/callback-page.tsx'),
	'CallbackPage',
);
const SettingsPage = lazyComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage');
const DevelopersPage = lazyComponent(
	() => import('../features/developers/developers-page.tsx'),
	'DevelopersPage',
);

export function AppRoutes() {
	return (
		<Routes>
			<Route element={<Shell />}>
				<Route path={pagePatterns.home} element={<HomePage />} />
				<Route path={pagePatterns.cities} element={<CitiesPage />} />
				<Route path={pagePatterns.city} element={<CityPage />} />
				<Route path={pagePatterns.citySearch} element={<SearchPage />} />
				<Route path={pagePatterns.search} element={<SearchPage />} />
				<Route path={pagePatterns.place} element={<PlacePage />} />
				<Route path={pagePatterns.event} element={<EventPage />} />
				<Route path={pagePatterns.user} element={<RelationPage />} />
				<Route path={pagePatterns.me} element={<RelationPage />} />
				<Route path={pagePatterns.callback} element={<CallbackPage />} />
				<Route path={pagePatterns.settings} element={<SettingsPage />} />
				<Route path={pagePatterns.developers} element={<DevelopersPage />} />
				<Route path={pagePatterns.offline} element={<Navigate to={pagePatterns.home} replace />} />
				<Route path="*" element={<NotFoundPage />} />
			</Route>
		</Routes>
	);
}
