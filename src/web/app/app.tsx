import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import { LocaleProvider } from '../i18n/locale.tsx';
import { PageDataProvider } from '../shared/page-data.tsx';
import { SessionProvider } from '../shared/session/session-provider.tsx';
import { MessageProvider } from '../ui/message-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { AppRoutes } from './routes.tsx';

interface AppProps {
	locale: Locale;
	page: PageData;
	client: QueryClient;
	/** `BrowserRouter`, or a `StaticRouter` on the server. */
	Router: ComponentType<{ children: ReactNode }>;
	/** Must render nothing; absent on the server. */
	children?: ReactNode;
}

export function App({ locale, page, client, Router, children }: AppProps) {
	return (
		<LocaleProvider locale={locale} hourCycle={page.hourCycle}>
			<ErrorBoundary>
				<PageDataProvider data={page}>
					<QueryClientProvider client={client}>
						<Router>
							<MessageProvider>
								<SessionProvider>
									<AppRoutes />
								</SessionProvider>
								{children}
							</MessageProvider>
						</Router>
					</QueryClientProvider>
				</PageDataProvider>
			</ErrorBoundary>
		</LocaleProvider>
	);
}
