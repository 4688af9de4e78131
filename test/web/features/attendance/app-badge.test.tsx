import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { PageData } from '../../../../src/contract/bff-api/page-data.ts';
import type { Session } from '../../../../src/contract/bff-api/session.ts';
import { addMs, wallClockAt } from '../../../../src/contract/event/wall-clock.ts';
import { AppBadge } from '../../../../src/web/features/attendance/app-badge.tsx';
import { PageDataProvider } from '../../../../src/web/shared/page-data.tsx';
import { createQueryClient } from '../../../../src/web/shared/query-client.ts';
import { sessionQuery } from '../../../../src/web/shared/session/session-queries.ts';
import { typedResponse } from '../../typed-response.ts';

const zone = 'Asia/Shanghai';
const hourMs = 3_600_000;

it('the badge of the app counts the user’s events of the next two hours, on all pages of the list, until they sign out', async () => {
	const setAppBadge = vi.fn(() => Promise.resolve());
	Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge, configurable: true });
	onTestFinished(() => void Reflect.deleteProperty(navigator, 'setAppBadge'));
	const events = [3, 1.5, 1].map((hours, id) => {
		const begin = addMs(wallClockAt(Date.now(), zone), hours * hourMs);
		return { id: String(id), begin_time: begin, end_time: addMs(begin, hourMs) };
	});
	vi.stubGlobal('fetch', async (url: string) => {
		const start = Number(new URL(url, 'http://here').searchParams.get('start'));
		const page = { events: events.slice(start, start + 1), start, count: 1, total: events.length };
		return typedResponse(url, Response.json(page));
	});
	const client = createQueryClient();
	const setSession = (session: Partial<Session>) =>
		act(async () => void client.setQueryData(sessionQuery.queryKey, session as Session));
	await setSession({ signed_in: true, service_user_id: '1001' });
	render(
		<QueryClientProvider client={client}>
			<PageDataProvider data={{ settings: { time_zone: zone } } as PageData}>
				<AppBadge />
			</PageDataProvider>
		</QueryClientProvider>,
	);
	await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
	await setSession({ signed_in: false });
	await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(0));
});
