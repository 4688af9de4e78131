import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { publicBrand } from '../../src/bff/brand/brand.ts';
import { daybillBrand } from '../../src/bff/brand/daybill-brand.ts';
import type { Session } from '../../src/contract/bff-api/auth.ts';
import type { PublicBrand } from '../../src/contract/bff-api/brand.ts';
import type { PageData, PublicSettings } from '../../src/contract/bff-api/page-data.ts';
import { PageDataProvider } from '../../src/web/shared/page-data.tsx';
import { createQueryClient } from '../../src/web/shared/query-client.ts';
import { SessionProvider } from '../../src/web/shared/session/session-provider.tsx';
import { sessionQuery } from '../../src/web/shared/session/session-queries.ts';

interface PageOptions {
	brand?: Partial<PublicBrand>;
	timeZone?: string | null;
	session?: Partial<Session>;
	client?: ReturnType<typeof createQueryClient>;
}

/** A wrapper that gives a component what it has on a page: page data, queries, a router and a session. */
export function pageOf({ brand, timeZone = null, session, client = createQueryClient() }: PageOptions = {}) {
	const settings: Partial<PublicSettings> = {
		brand: { ...publicBrand(daybillBrand, 'en'), ...brand },
		time_zone: timeZone,
	};
	const data = { settings, responses: {} } as PageData;
	if (session !== undefined) client.setQueryData(sessionQuery.queryKey, session as Session);
	return ({ children }: { children: ReactNode }) => (
		<PageDataProvider data={data}>
			<QueryClientProvider client={client}>
				<MemoryRouter>
					{session === undefined ? children : <SessionProvider>{children}</SessionProvider>}
				</MemoryRouter>
			</QueryClientProvider>
		</PageDataProvider>
	);
}
