import '../ui/tokens.css';
import '../ui/controls.css';
import '../features/lists/event-list.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { pageDataElementId } from '../../contract/bff-api/page-data.ts';
import { locales } from '../../contract/bff-api/preferences.ts';
import { applyStoredTheme } from '../features/settings/theme.ts';
import { loadMessages } from '../i18n/messages.ts';
import { parsePageData } from '../shared/page-data.tsx';
import { createQueryClient } from '../shared/query-client.ts';
import { lazyOrNothing } from '../ui/lazy-component.tsx';
import { useIsInBrowser } from '../ui/use-in-browser.ts';
import { App } from './app.tsx';
import { ignoreFailure, watchForMissingCode } from './missing-code.ts';

/** Resolves when the page has loaded and the browser is idle. Safari has no `requestIdleCallback`. */
async function untilIdle(): Promise<void> {
	if (document.readyState !== 'complete')
		await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
	await new Promise<unknown>((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
}

const LoadLater = lazyOrNothing(async () => {
	await untilIdle();
	const loading = import('./load-later.tsx');
	ignoreFailure(loading);
	return loading;
}, 'LoadLater');

const Later = () => useIsInBrowser() && <LoadLater />;

/** A function, because a top-level `await` would keep the bundler from merging small chunks. */
async function main(): Promise<void> {
	const root = document.getElementById('root');
	if (root === null) throw new Error('index.html lacks #root');
	watchForMissingCode();
	applyStoredTheme();
	const { lang } = document.documentElement;
	const locale = locales.find((each) => each === lang) ?? 'en';
	const page = parsePageData(document.getElementById(pageDataElementId)?.textContent);
	await loadMessages(locale, page.formats);
	const client = createQueryClient();
	const app = (
		<StrictMode>
			<BrowserRouter>
				<App page={page} client={client}>
					<Later />
				</App>
			</BrowserRouter>
		</StrictMode>
	);
	// `data-locale` is set on server-rendered pages.
	if (root.dataset.locale === locale) startTransition(() => void hydrateRoot(root, app));
	else {
		root.replaceChildren();
		createRoot(root).render(app);
	}
}

void main();
