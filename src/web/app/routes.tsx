/** The pages by path (design §8). The code of a city's page comes with the first load, that of the others when needed. */
import { type ComponentType, lazy } from 'react';
import { useLocation } from 'react-router';
import { matchPage, type PageName } from '../../contract/paths.ts';
import { CityPage } from '../features/city-page/city-page.tsx';
import { NotFoundPage } from '../shared/not-found-page.tsx';
import { type Preload, PreloadContext } from '../shared/preload.ts';
import type { Updates } from '../shared/updates.ts';
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

const RelationPage = lazy(load.relations);
const pages: Readonly<Record<PageName, ComponentType>> = {
	home: lazy(load.home),
	cities: lazy(load.cities),
	city: CityPage,
	event: lazy(() => load.event()),
	user: RelationPage,
	me: RelationPage,
	callback: lazy(load.callback),
	settings: lazy(load.settings),
	developers: lazy(load.developers),
};

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

/** Of a visitor's network, where the browser tells. */
interface Connection {
	saveData?: boolean;
	effectiveType?: string;
}

/** Most visits go on to an event: its page opens at once then, also on a slow network, unless each byte counts there. */
export function loadNextPage(): void {
	const { connection } = navigator as { connection?: Connection };
	if (!connection?.saveData && !connection?.effectiveType?.endsWith('2g')) preload('event');
}

export function AppRoutes({ updates }: { updates: Updates }) {
	const match = matchPage(useLocation().pathname);
	const Page = match === null ? NotFoundPage : pages[match.page];
	return (
		<PreloadContext value={preload}>
			<Shell updates={updates}>
				<Page />
			</Shell>
		</PreloadContext>
	);
}
