import { act, render, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Session } from '../../../../src/contract/bff-api/auth.ts';
import type { OwnRelation, Relations } from '../../../../src/contract/bff-api/relations.ts';
import { addMs, dayOf, wallClockAt } from '../../../../src/contract/event/wall-clock.ts';
import { bffPatterns } from '../../../../src/contract/paths.ts';
import { AppBadge } from '../../../../src/web/features/attendance/app-badge.tsx';
import { createQueryClient } from '../../../../src/web/shared/query-client.ts';
import { sessionQuery } from '../../../../src/web/shared/session/session-queries.ts';
import { pageOf } from '../../in-page.tsx';
import { typedResponse } from '../../typed-response.ts';

const zone = 'Asia/Shanghai';
const hourMs = 3_600_000;

it('the badge of the app counts the user’s events of the next two hours, on their chosen days, until they sign out', async () => {
	const setAppBadge = vi.fn(() => Promise.resolve());
	Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge, configurable: true });
	onTestFinished(() => void Reflect.deleteProperty(navigator, 'setAppBadge'));
	const at = (hours: number) => addMs(wallClockAt(Date.now(), zone), hours * hourMs);
	const events = [
		{ id: '1', begin_time: at(3), end_time: at(4) },
		{ id: '2', begin_time: at(1.5), end_time: at(2) },
		// Has run since yesterday; the user goes today.
		{ id: '3', begin_time: at(1 - 24), end_time: at(2) },
	];
	const joined: OwnRelation = { joined: true, wished: false };
	const relations: Relations = {
		relations: { 1: joined, 2: joined, 3: { ...joined, day: dayOf(at(1)) } },
		isComplete: true,
	};
	vi.stubGlobal('fetch', async (url: string) =>
		typedResponse(url, Response.json(url.startsWith(bffPatterns.relations) ? relations : { events })),
	);
	const client = createQueryClient();
	const setSession = (session: Partial<Session>) =>
		act(async () => void client.setQueryData(sessionQuery.queryKey, session as Session));
	await setSession({ signed_in: true, service_user_id: '1001' });
	render(<AppBadge />, { wrapper: pageOf({ client, timeZone: zone }) });
	await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
	await setSession({ signed_in: false });
	await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(0));
});
