/** The app: providers around routes, in the order in which they need each other. */
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import type { PageData } from '../../contract/session.ts';
import { SessionProvider } from '../features/session/session-provider.tsx';
import { PageDataProvider } from '../service/page-data.tsx';
import { MessageProvider } from '../ui/message-bar.tsx';
import type { Offline } from './offline.ts';
import { createQueryClient } from './query-client.ts';
import { AppRoutes } from './routes.tsx';

export function App({ page, offline }: { page: PageData; offline: Offline }) {
	const [client] = useState(createQueryClient);
	return (
		<PageDataProvider data={page}>
			<QueryClientProvider client={client}>
				<BrowserRouter>
					<MessageProvider>
						<SessionProvider>
							<AppRoutes offline={offline} />
						</SessionProvider>
					</MessageProvider>
				</BrowserRouter>
			</QueryClientProvider>
		</PageDataProvider>
	);
}
