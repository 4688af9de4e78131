/** The screens by address (design §8). The list comes with the first load; the others when they are wanted. */
import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { CityPage } from '../features/events/city-page.tsx';
import { patterns } from './addresses.ts';
import { NotFoundPage } from './not-found-page.tsx';
import type { Offline } from './offline.ts';
import { Shell } from './shell.tsx';

const HomePage = lazy(async () => ({ default: (await import('../features/cities/home-page.tsx')).HomePage }));
const CitiesPage = lazy(async () => ({
	default: (await import('../features/cities/cities-page.tsx')).CitiesPage,
}));
const EventPage = lazy(async () => ({
	default: (await import('../features/events/event-page.tsx')).EventPage,
}));
const RelationPage = lazy(async () => ({
	default: (await import('../features/people/relation-page.tsx')).RelationPage,
}));
const CallbackPage = lazy(async () => ({
	default: (await import('../features/session/callback-page.tsx')).CallbackPage,
}));
const SettingsPage = lazy(async () => ({
	default: (await import('../features/settings/settings-page.tsx')).SettingsPage,
}));

const DevelopersPage = lazy(async () => ({
	default: (await import('../features/developers/developers-page.tsx')).DevelopersPage,
}));

export function AppRoutes({ offline }: { offline: Offline }) {
	return (
		<Routes>
			<Route element={<Shell offline={offline} />}>
				<Route path={patterns.home} element={<HomePage />} />
				<Route path={patterns.cities} element={<CitiesPage />} />
				<Route path={patterns.city} element={<CityPage />} />
				<Route path={patterns.event} element={<EventPage />} />
				<Route path={patterns.user} element={<RelationPage />} />
				<Route path={patterns.me} element={<RelationPage />} />
				<Route path={patterns.callback} element={<CallbackPage />} />
				<Route path={patterns.developers} element={<DevelopersPage />} />
				<Route path={patterns.settings} element={<SettingsPage />} />
				<Route path="*" element={<NotFoundPage />} />
			</Route>
		</Routes>
	);
}
