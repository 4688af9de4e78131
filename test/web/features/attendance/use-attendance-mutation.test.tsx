import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Event } from '../../../../src/contract/event/event.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { readDay } from '../../../../src/contract/event/wall-clock.ts';
import { attendanceQueries } from '../../../../src/web/features/attendance/attendance-queries.ts';
import { readJoins, storeJoin } from '../../../../src/web/features/attendance/joins-here.ts';
import {
	type Change,
	type OwnRelation,
	withChange,
} from '../../../../src/web/features/attendance/own-relation.ts';
import { useAttendanceMutation } from '../../../../src/web/features/attendance/use-attendance-mutation.ts';
import { eventKeys } from '../../../../src/web/features/event/event-queries.ts';
import { createQueryClient } from '../../../../src/web/shared/query-client.ts';
import { typedResponse } from '../../typed-response.ts';

const [userId, eventId] = ['1', '7'];
const known = readEvent({ id: eventId, participant_count: 10, wisher_count: 20 });

/** A response to a write, sent when the test decides. */
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

/** The hook, and a cache with the event and the user's relation. The responses are for writes, in order. */
function start(before: OwnRelation, responses: Respond[], event = known) {
	const calls: string[] = [];
	/** The user's lists on the service, which do not reflect the writes. */
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
	const { queryKey } = attendanceQueries.relation(userId, known, 'ongoing');
	client.setQueryData(queryKey, before);
	client.setQueryData(attendanceQueries.relations(userId, 'ongoing').queryKey, { [eventId]: before });
	const eventKey = eventKeys.detail(eventId);
	client.setQueryData<Event>(eventKey, known);
	const listKey = eventKeys.listsOf('108288');
	const other = readEvent({ id: '8' });
	client.setQueryData(listKey, { pages: [{ items: [other, known] }] });
	const changed: Change[] = [];
	const failed: string[] = [];
	const { result } = renderHook(
		() =>
			useAttendanceMutation(userId, event, {
				onChanged: (change) => changed.push(change),
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
		/** Changes the user's lists on the service. */
		list(relation: OwnRelation) {
			listed.participated = relation.joined;
			listed.wished = relation.wished;
		},
		change: (change: Change) => act(async () => result.current(change)),
		relation: () => client.getQueryData(queryKey),
		/** Whether the relation will be refetched. */
		isRelationStale: () => client.getQueryState(queryKey)?.isInvalidated,
		/** The relation as pages with lists show it. */
		listed: () => client.getQueryData(attendanceQueries.relations(userId, 'ongoing').queryKey)?.[eventId],
		counts: () => {
			const event = client.getQueryData<Event>(eventKey);
			return [event?.participantCount, event?.wisherCount];
		},
		/** The counts as lists show them; null if the other event has changed too. */
		countsInList: () => {
			const [same, event] =
				client.getQueryData<{ pages: { items: Event[] }[] }>(listKey)?.pages[0]?.items ?? [];
			return same === other ? [event?.participantCount, event?.wisherCount] : null;
		},
		/** Whether the event will be refetched. */
		isStale: () => client.getQueryState(eventKey)?.isInvalidated,
		/** Whether lists with the event will be refetched. */
		areListsStale: () => client.getQueryState(listKey)?.isInvalidated,
		refresh: () => client.setQueryData(eventKey, (event: Event | undefined) => event),
	};
}

afterEach(() => localStorage.clear());

const nothing: OwnRelation = { joined: false, wished: false };
const join: Change = { kind: 'join', day: null };
const leave: Change = { kind: 'leave', day: null };
const wish: Change = { kind: 'wish', day: null };
const unwish: Change = { kind: 'unwish', day: null };
const chosen: Change = { kind: 'join', day: readDay('2026-11-21') };
const changes = [
	['join', nothing, chosen, [11, 20], 'POST /api/events/7/participants {"participate_date":"2026-11-21"}'],
	['leave', { joined: true, wished: false }, leave, [9, 20], 'DELETE /api/events/7/participants'],
	['wish', nothing, wish, [10, 21], 'POST /api/events/7/wishers'],
	['unwish', { joined: false, wished: true }, unwish, [10, 19], 'DELETE /api/events/7/wishers'],
] as const satisfies readonly (readonly [string, OwnRelation, Change, readonly number[], string])[];

const storedDay = () => readJoins(userId).get(eventId)?.day;

it('the chosen day is stored before the service responds, because the user may leave the page', async () => {
	const hook = start(nothing, [() => new Promise(() => undefined)]);
	await hook.change(chosen);
	expect(storedDay()).toBe('2026-11-21');
});

describe.each(changes)('%s', (_name, before, change, counts, call) => {
	it('is shown immediately, with its count, and stays when accepted', async () => {
		const response = Promise.withResolvers<Response>();
		const hook = start(before, [() => response.promise]);
		await hook.change(change);
		expect(hook.relation()).toEqual(withChange(before, change));
		expect(hook.listed()).toEqual(withChange(before, change));
		expect(hook.counts()).toEqual(counts);
		expect(hook.countsInList()).toEqual(counts);
		expect(hook.changed).toEqual([]);
		response.resolve(await accepted());
		await waitFor(() => expect(hook.changed).toEqual([change]));
		expect(hook.relation()).toEqual(withChange(before, change));
		expect(hook.areListsStale()).toBe(true);
		expect(hook.calls).toEqual([call]);
	});

	it.each([
		['999', rejected(999), 'ServiceError'],
		['a lost network', lost, 'NetworkError'],
	])('is reverted, with its count, after %s', async (_what, respond, name) => {
		const hook = start(before, [respond]);
		await hook.change(change);
		await waitFor(() => expect(hook.failed).toEqual([name]));
		expect(hook.relation()).toMatchObject(before);
		expect(hook.listed()).toMatchObject(before);
		expect(hook.counts()).toEqual([10, 20]);
	});
});

describe('the event', () => {
	const counts = (participant_count: number): Respond => {
		const event = { id: eventId, participant_count, wisher_count: 20 };
		return async () => Response.json(event, { status: 202 });
	};

	it('is shown as in the response to the write', async () => {
		const hook = start(nothing, [counts(15)]);
		await hook.change(join);
		await waitFor(() => expect(hook.counts()).toEqual([15, 20]));
		expect(hook.calls).toEqual(['POST /api/events/7/participants']);
	});

	it('is shown with the expected counts while the service doesn’t count the change yet', async () => {
		const hook = start(nothing, [counts(10)]);
		await hook.change(join);
		await waitFor(() => expect(hook.changed).toEqual([join]));
		expect(hook.counts()).toEqual([11, 20]);
	});

	it('is shown with the expected counts while another change is in flight', async () => {
		const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
		const hook = start(nothing, [() => first.promise, () => second.promise]);
		await hook.change(join);
		await hook.change(leave);
		first.resolve(await counts(15)());
		await waitFor(() => expect(hook.changed).toHaveLength(1));
		expect(hook.counts()).toEqual([10, 20]);
		second.resolve(await counts(14)());
		await waitFor(() => expect(hook.counts()).toEqual([14, 20]));
	});

	it('is refetched when the response contains none, and after a change that failed', async () => {
		const hook = start(nothing, [accepted, rejected(999)]);
		await hook.change(join);
		await waitFor(() => expect(hook.isStale()).toBe(true));
		hook.refresh();
		await hook.change(wish);
		await waitFor(() => expect(hook.isStale()).toBe(true));
	});
});

describe('a change that was made elsewhere before', () => {
	it.each(changes)('%s is shown as saved when the service rejects it the second time', async (...row) => {
		const [, before, change] = row;
		const hook = start(before, [rejected(999)]);
		hook.list(withChange(before, change));
		await hook.change(change);
		await waitFor(() => expect(hook.changed).toEqual([change]));
		expect(hook.failed).toEqual([]);
		expect(hook.relation()).toEqual(withChange(before, change));
	});

	it('refetches the relation when the day of the join is unknown', async () => {
		const days = { begin_time: '2026-11-21 10:00:00', end_time: '2026-11-23 20:00:00' };
		const hook = start(nothing, [rejected(999)], readEvent({ id: eventId, ...days }));
		hook.list({ joined: true, wished: false });
		await hook.change({ kind: 'join', day: readDay('2026-11-22') });
		await waitFor(() => expect(hook.failed).toEqual(['OutcomeUnknownError']));
		await waitFor(() => expect(hook.isRelationStale()).toBe(true));
		expect(readJoins(userId).get(eventId)).toBeUndefined();
	});
});

describe('another day that the service rejects', () => {
	const [oldDay, newDay] = [readDay('2026-11-21'), readDay('2026-11-22')];
	const before: OwnRelation = { joined: true, wished: false, day: oldDay };
	const change: Change = { kind: 'join', day: newDay };
	const call = `POST /api/events/7/participants {"participate_date":"${newDay}"}`;

	it.each([102, 111, 999, 2001])('leaves the previous day selected, after %s', async (code) => {
		storeJoin(userId, eventId, { ...known, day: oldDay });
		const hook = start(before, [rejected(code)]);
		await hook.change(change);
		await waitFor(() => expect(hook.failed).toEqual(['ServiceError']));
		expect(hook.calls).toEqual([call]);
		expect(hook.relation()).toEqual(before);
		expect(storedDay()).toBe(oldDay);
		expect(hook.counts()).toEqual([10, 20]);
		expect(hook.isRelationStale()).toBe(false);
	});

	it('refetches the relation when the response is lost', async () => {
		const hook = start(before, [lost]);
		await hook.change(change);
		await waitFor(() => expect(hook.failed).toEqual(['OutcomeUnknownError']));
		await waitFor(() => expect(hook.isRelationStale()).toBe(true));
	});
});

describe('tapping fast', () => {
	it('sends one write after another, and the last intention wins', async () => {
		const first = Promise.withResolvers<Response>();
		const hook = start(nothing, [() => first.promise, accepted]);
		await hook.change(join);
		await hook.change(leave);
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
		await hook.change(join);
		await hook.change(leave);
		await hook.change(join);
		first.reject(new TypeError('Failed to fetch'));
		// Without a response, the hook reads the state of the service, which matches Leave.
		await waitFor(() => expect(hook.failed.length + hook.changed.length).toBe(3));
		expect(hook.changed).toEqual([leave]);
		expect(hook.relation()?.joined).toBe(false);
		expect(hook.counts()).toEqual([10, 20]);
	});

	it('shows the right state, whichever writes are accepted or rejected', async () => {
		const change = fc.constantFrom(join, leave, wish, unwish);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 6 }),
				async (all) => {
					const gate = Promise.withResolvers<void>();
					const hook = start(
						nothing,
						all.map(([, isAccepted]) => async () => {
							await gate.promise;
							return isAccepted ? accepted() : rejected(111)();
						}),
					);
					for (const [each] of all) await hook.change(each);
					gate.resolve();
					await waitFor(() => expect(hook.changed.length + hook.failed.length).toBe(all.length));
					const expected = all.reduce(
						(relation, [each, isAccepted]) => (isAccepted ? withChange(relation, each) : relation),
						nothing,
					);
					expect(hook.relation()).toMatchObject(expected);
					expect(hook.counts()).toEqual([10 + Number(expected.joined), 20 + Number(expected.wished)]);
					cleanup();
				},
			),
			{ numRuns: 25 },
		);
	});
});
