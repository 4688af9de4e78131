import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import { LocaleProvider } from '../i18n/locale.tsx';
import { PageDataProvider } from '../shared/page-data.tsx';
import { SessionProvider } from '../shared/session/session-provider.tsx';
import type { Updates } from '../shared/updates.ts';
import { MessageProvider } from '../ui/message-bar.tsx';
import { SiteName } from '../ui/page-heading.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { AppRoutes } from './routes.tsx';

interface AppProps {
	locale: Locale;
	page: PageData;
	updates: Updates;
	client: QueryClient;
	/** `BrowserRouter`, or a `StaticRouter` on the server. */
	Router: ComponentType<{ children: ReactNode }>;
}

export function App({ locale, page, updates, client, Router }: AppProps) {
	return (
		<LocaleProvider locale={locale} hourCycle={page.hourCycle}>
			<ErrorBoundary>
				<PageDataProvider data={page}>
					<SiteName value={page.settings.brand.name}>
						<QueryClientProvider client={client}>
							<Router>
								<MessageProvider>
									<SessionProvider>
										<AppRoutes updates={updates} />
									</SessionProvider>
								</MessageProvider>
							</Router>
						</QueryClientProvider>
					</SiteName>
				</PageDataProvider>
			</ErrorBoundary>
		</LocaleProvider>
	);
}
