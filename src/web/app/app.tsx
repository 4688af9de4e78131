import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import { PageDataProvider } from '../shared/page-data.tsx';
import { SessionProvider } from '../shared/session/session-provider.tsx';
import { MessageProvider } from '../ui/message-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { AppRoutes } from './routes.tsx';

interface AppProps {
	page: PageData;
	client: QueryClient;
	/** Components that run only in browsers. Must render nothing at first: the server doesn't render them. */
	children?: ReactNode;
}

/** Needs a router around it: `BrowserRouter`, or `StaticRouter` on the server. */
export function App({ page, client, children }: AppProps) {
	return (
		<ErrorBoundary>
			<PageDataProvider data={page}>
				<QueryClientProvider client={client}>
					<MessageProvider>
						<SessionProvider>
							<AppRoutes />
						</SessionProvider>
						{children}
					</MessageProvider>
				</QueryClientProvider>
			</PageDataProvider>
		</ErrorBoundary>
	);
}
