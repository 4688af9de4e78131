/** The pages by path (design §8). The code of a city's page comes with the first load, that of the others when needed. */
import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { pagePatterns } from '../../contract/paths.ts';
import { CityPage } from '../features/city-page/city-page.tsx';
import { NotFoundPage } from '../shared/not-found-page.tsx';
import type { Offline } from '../shared/offline.ts';
import { type Preload, PreloadContext } from '../shared/preload.ts';
import { showPagesWith } from './browser-router.tsx';
import { loadAhead } from './missing-code.ts';
import { Shell } from './shell.tsx';

const load = {
	home: async () => ({ default: (await import('../features/cities/home-page.tsx')).HomePage }),
	cities: async () => ({ default: (await import('../features/cities/cities-page.tsx')).CitiesPage }),
	event: async () => ({ default: (await import('../features/event-page/event-page.tsx')).EventPage }),
	relations: async () => ({
		default: (await import('../features/relation-page/relation-page.tsx')).RelationPage,
	}),
	callback: async () => ({ default: (await import('../features/session/callback-page.tsx')).CallbackPage }),
	settings: async () => ({ default: (await import('../features/settings/settings-page.tsx')).SettingsPage }),
	developers: async () => ({
		default: (await import('../features/developers/developers-page.tsx')).DevelopersPage,
	}),
};

const HomePage = lazy(load.home);
const CitiesPage = lazy(load.cities);
const EventPage = lazy(() => load.event());
const RelationPage = lazy(load.relations);
const CallbackPage = lazy(load.callback);
const SettingsPage = lazy(load.settings);
const DevelopersPage = lazy(load.developers);

/** The motion that leads to the page needs the page's code at hand: while it lasts, nothing else is painted. */
async function loadEventAhead(): Promise<void> {
	const page = load.event();
	const [{ posterMotion }] = await Promise.all([import('./poster-motion.ts'), page]);
	// To import it again would take a moment, in which React shows that the page is loading.
	load.event = () => page;
	showPagesWith(posterMotion());
}

const preload: Preload = (page) => {
	if (page === 'city') return;
	if (page === 'event') loadAhead(loadEventAhead());
	else loadAhead(page === 'user' || page === 'me' ? load.relations() : load[page]());
};

export function AppRoutes({ offline }: { offline: Offline }) {
	return (
		<PreloadContext value={preload}>
			<Routes>
				<Route element={<Shell offline={offline} />}>
					<Route path={pagePatterns.home} element={<HomePage />} />
					<Route path={pagePatterns.cities} element={<CitiesPage />} />
					<Route path={pagePatterns.city} element={<CityPage />} />
					<Route path={pagePatterns.event} element={<EventPage />} />
					<Route path={pagePatterns.user} element={<RelationPage />} />
					<Route path={pagePatterns.me} element={<RelationPage />} />
					<Route path={pagePatterns.callback} element={<CallbackPage />} />
					<Route path={pagePatterns.developers} element={<DevelopersPage />} />
					<Route path={pagePatterns.settings} element={<SettingsPage />} />
					<Route path="*" element={<NotFoundPage />} />
				</Route>
			</Routes>
		</PreloadContext>
	);
}
