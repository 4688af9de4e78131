// @vitest-environment jsdom
import { type InfiniteData, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Event, readEvent } from '../../../../src/contract/event/event.ts';
import type { List } from '../../../../src/contract/event/lists.ts';
import { readDay } from '../../../../src/contract/event/wall-clock.ts';
import type { OwnRelation } from '../../../../src/web/features/attendance/own-relation.ts';
import { attendanceQueries, knownRelation } from '../../../../src/web/features/attendance/own-relations.ts';
import type { Wanted } from '../../../../src/web/features/attendance/send-change.ts';
import { useAttendance } from '../../../../src/web/features/attendance/use-attendance.ts';
import { createQueryClient } from '../../../../src/web/shared/query-client.ts';
import { queryKeys } from '../../../../src/web/shared/query-keys.ts';
import { typedResponse } from '../../typed-response.ts';

const [userId, eventId] = ['1', '7'];

/** A response to a write, whose time and content a test decides. */
type Respond = () => Promise<Response>;
const accepted: Respond = async () => new Response('{}', { status: 202 });
const rejected =
	(code: number): Respond =>
	async () =>
		Response.json({ code, msg: 'rejected', request: 'POST /' }, { status: 400 });
/** A request that is lost before it reaches the service. */
const lost: Respond = async () => {
	throw new TypeError('Failed to fetch');
};

/** The hook with a cache that contains the event and the own relation; writes get the given responses in turn. */
function start(before: OwnRelation, responses: Respond[]) {
	const calls: string[] = [];
	/** The person's lists on the service, without the writes. */
	const listed = { participated: before.joined, wished: before.wished };
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		const list = Object.entries(listed).find(([name]) => url.startsWith(`/api/users/${userId}/${name}?`));
		if (list !== undefined) {
			const events = list[1] ? [{ id: eventId }] : [];
			const body = { events, start: 0, count: 100, total: events.length };
			return typedResponse(url, Response.json(body));
		}
		calls.push([init.method, url, ...(init.body ? [init.body] : [])].join(' '));
		const respond = responses.shift();
		if (respond === undefined) throw new Error(`unexpected call: ${init.method} ${url}`);
		return typedResponse(url, await respond());
	});
	const client = createQueryClient();
	client.setQueryData(attendanceQueries.lists(userId).queryKey, { [eventId]: before });
	client.setQueryData<Event>(
		queryKeys.event(eventId),
		readEvent({ id: eventId, participant_count: 10, wisher_count: 20 }),
	);
	const listKey = queryKeys.eventList('108288', 'week', 'all');
	client.setQueryData(listKey, {
		pages: [
			{
				items: [readEvent({ id: '8' }), readEvent({ id: eventId, participant_count: 10, wisher_count: 20 })],
			},
		],
		pageParams: [0],
	});
	const changed: Wanted[] = [];
	const failed: string[] = [];
	const { result } = renderHook(
		() =>
			useAttendance(userId, eventId, {
				onChanged: ({ wanted }) => changed.push(wanted),
				onFailed: (error) => failed.push(error.name),
			}),
		{
			wrapper: ({ children }: { children: ReactNode }) => (
				<QueryClientProvider client={client}>{children}</QueryClientProvider>
			),
		},
	);
	return {
		calls,
		changed,
		failed,
		want: (wanted: Wanted) => act(() => result.current(wanted)),
		relation: () => knownRelation(client, userId, eventId),
		counts: () => {
			const event = client.getQueryData<Event>(queryKeys.event(eventId));
			return [event?.participantCount, event?.wisherCount];
		},
		/** Whether the event is to be read again. */
		isStale: () => client.getQueryState(queryKeys.event(eventId))?.isInvalidated,
		refresh: () => client.setQueryData(queryKeys.event(eventId), (event: Event | undefined) => event),
		/** Those of all events of a list. */
		listCounts: () => {
			const list = client.getQueryData<InfiniteData<Pick<List<Event>, 'items'>>>(listKey);
			return list?.pages[0]?.items.map((event) => [event.participantCount, event.wisherCount]);
		},
	};
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const nothing: OwnRelation = { joined: false, wished: false };
const changes = [
	[
		'join',
		nothing,
		{ joined: true, day: readDay('2026-11-21') },
		[11, 20],
		'POST /api/events/7/participants {"participate_date":"2026-11-21"}',
	],
	['leave', { joined: true, wished: false }, { joined: false }, [9, 20], 'DELETE /api/events/7/participants'],
	['mark', nothing, { wished: true }, [10, 21], 'POST /api/events/7/wishers'],
	['unmark', { joined: false, wished: true }, { wished: false }, [10, 19], 'DELETE /api/events/7/wishers'],
] as const satisfies readonly (readonly [string, OwnRelation, Wanted, readonly number[], string])[];

describe.each(changes)('%s', (_name, before, wanted, counts, call) => {
	it('is shown at once, with its count, and stays when accepted', async () => {
		const response = Promise.withResolvers<Response>();
		const hook = start(before, [() => response.promise]);
		await hook.want(wanted);
		expect(hook.relation()).toMatchObject(wanted);
		expect(hook.counts()).toEqual(counts);
		expect(hook.listCounts()).toEqual([[0, 0], counts]);
		expect(hook.changed).toEqual([]);
		response.resolve(await accepted());
		await waitFor(() => expect(hook.changed).toEqual([wanted]));
		expect(hook.relation()).toMatchObject(wanted);
		expect(hook.calls).toEqual([call]);
	});

	it.each([
		['103', rejected(103), 'ServiceError'],
		['111', rejected(111), 'ServiceError'],
		['999', rejected(999), 'ServiceError'],
		['a lost network', lost, 'NetworkError'],
	])('is taken back, with its count, after %s', async (_what, respond, name) => {
		const hook = start(before, [respond]);
		await hook.want(wanted);
		await waitFor(() => expect(hook.failed).toEqual([name]));
		expect(hook.relation()).toMatchObject(before);
		expect(hook.counts()).toEqual([10, 20]);
		expect(hook.listCounts()).toEqual([
			[0, 0],
			[10, 20],
		]);
	});
});

describe('the event', () => {
	const counts = (participant_count: number): Respond => {
		const event = { id: eventId, participant_count, wisher_count: 20 };
		return async () => Response.json(event, { status: 202 });
	};

	it('is shown as the response of the write has it', async () => {
		const hook = start(nothing, [counts(15)]);
		await hook.want({ joined: true });
		await waitFor(() => expect(hook.counts()).toEqual([15, 20]));
		expect(hook.calls).toEqual(['POST /api/events/7/participants']);
	});

	it('is shown as it will be while another change is on its way', async () => {
		const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
		const hook = start(nothing, [() => first.promise, () => second.promise]);
		await hook.want({ joined: true });
		await hook.want({ joined: false });
		first.resolve(await counts(15)());
		await waitFor(() => expect(hook.changed).toHaveLength(1));
		expect(hook.counts()).toEqual([10, 20]);
		second.resolve(await counts(14)());
		await waitFor(() => expect(hook.counts()).toEqual([14, 20]));
	});

	it('is read where the response has none, and after a change that failed', async () => {
		const hook = start(nothing, [accepted, rejected(999)]);
		await hook.want({ joined: true });
		await waitFor(() => expect(hook.isStale()).toBe(true));
		hook.refresh();
		await hook.want({ wished: true });
		await waitFor(() => expect(hook.isStale()).toBe(true));
	});
});

describe('pressing fast', () => {
	it('sends one write after another, and the last intention wins', async () => {
		const first = Promise.withResolvers<Response>();
		const hook = start(nothing, [() => first.promise, accepted]);
		await hook.want({ joined: true });
		await hook.want({ joined: false });
		expect(hook.relation()?.joined).toBe(false);
		expect(hook.calls).toEqual(['POST /api/events/7/participants']);
		first.resolve(await accepted());
		await waitFor(() => expect(hook.changed).toHaveLength(2));
		expect(hook.calls).toEqual(['POST /api/events/7/participants', 'DELETE /api/events/7/participants']);
		expect(hook.relation()?.joined).toBe(false);
		expect(hook.counts()).toEqual([10, 20]);
	});

	it('shows the state of the service when all writes are lost', async () => {
		const first = Promise.withResolvers<Response>();
		const hook = start(nothing, [() => first.promise, lost, lost]);
		await hook.want({ joined: true });
		await hook.want({ joined: false });
		await hook.want({ joined: true });
		first.reject(new TypeError('Failed to fetch'));
		// The service has applied Leave, although no response says so.
		await waitFor(() => expect(hook.failed.length + hook.changed.length).toBe(3));
		expect(hook.changed).toEqual([{ joined: false }]);
		expect(hook.relation()?.joined).toBe(false);
		expect(hook.counts()).toEqual([10, 20]);
	});

	it('shows the right state, whichever writes are accepted or rejected', async () => {
		const change = fc.constantFrom<Wanted>(
			{ joined: true },
			{ joined: false },
			{ wished: true },
			{ wished: false },
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 6 }),
				async (all) => {
					const gate = Promise.withResolvers<void>();
					const hook = start(
						nothing,
						all.map(([, isAccepted]) => async () => {
							await gate.promise;
							return isAccepted ? accepted() : rejected(999)();
						}),
					);
					for (const [wanted] of all) await hook.want(wanted);
					gate.resolve();
					await waitFor(() => expect(hook.changed.length + hook.failed.length).toBe(all.length));
					const expected: OwnRelation = Object.assign(
						{},
						nothing,
						...all.flatMap(([wanted, isAccepted]) => (isAccepted ? [wanted] : [])),
					);
					expect(hook.relation()).toMatchObject(expected);
					expect(hook.counts()).toEqual([10 + Number(expected.joined), 20 + Number(expected.wished)]);
					cleanup();
				},
			),
			{ numRuns: 25 },
		);
	});

	it('keeps interest when a join at the same time is rejected', async () => {
		const hook = start(nothing, [rejected(999), accepted]);
		await hook.want({ joined: true });
		await hook.want({ wished: true });
		await waitFor(() => expect(hook.changed).toEqual([{ wished: true }]));
		expect(hook.relation()).toMatchObject({ joined: false, wished: true });
		expect(hook.counts()).toEqual([10, 21]);
	});
});
