import '../ui/tokens.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { locales } from '../../contract/bff-api/preferences.ts';
import { applyStoredTheme } from '../features/settings/theme.ts';
import { loadMessages } from '../i18n/messages.ts';
import { readPageData } from '../shared/page-data.tsx';
import { createQueryClient } from '../shared/query-client.ts';
import { App } from './app.tsx';
import { LoadLater } from './load-later.tsx';
import { watchForMissingCode } from './missing-code.ts';

/** Not top-level `await`, with which the bundler doesn't merge small chunks. */
async function main(): Promise<void> {
	const root = document.getElementById('root');
	if (root === null) throw new Error('index.html lacks #root');
	watchForMissingCode();
	applyStoredTheme();
	const { lang } = document.documentElement;
	const locale = locales.find((each) => each === lang) ?? 'en';
	const page = readPageData(document);
	await loadMessages(locale, page.formats);
	const client = createQueryClient();
	const app = (
		<StrictMode>
			<BrowserRouter>
				<App page={page} client={client}>
					<LoadLater />
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
