/** The app: providers around routes, in the order in which they need each other. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Locale } from '../../contract/choices.ts';
import type { PageData } from '../../contract/session.ts';
import { SessionProvider } from '../features/session/session-provider.tsx';
import { LocaleProvider } from '../i18n/locale.tsx';
import { PageDataProvider } from '../service/page-data.tsx';
import { MessageProvider } from '../ui/message-bar.tsx';
import type { Offline } from './offline.ts';
import { AppRoutes } from './routes.tsx';

interface AppProps {
	locale: Locale;
	page: PageData;
	offline: Offline;
	client: QueryClient;
	/** The browser's, or one that stands at an address. */
	Router: ComponentType<{ children: ReactNode }>;
}

export function App({ locale, page, offline, client, Router }: AppProps) {
	return (
		<LocaleProvider initial={locale}>
			<PageDataProvider data={page}>
				<QueryClientProvider client={client}>
					<Router>
						<MessageProvider>
							<SessionProvider>
								<AppRoutes offline={offline} />
							</SessionProvider>
						</MessageProvider>
					</Router>
				</QueryClientProvider>
			</PageDataProvider>
		</LocaleProvider>
	);
}
