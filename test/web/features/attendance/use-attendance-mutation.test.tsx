import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { OwnRelation, Relations } from '../../../../src/contract/bff-api/relations.ts';
import type { Event } from '../../../../src/contract/event/event.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { ownQueries } from '../../../../src/web/features/attendance/own-queries.ts';
import { type Change, withChange } from '../../../../src/web/features/attendance/own-relation.ts';
import { useAttendanceMutation } from '../../../../src/web/features/attendance/use-attendance-mutation.ts';
import { useOwnRelation } from '../../../../src/web/features/attendance/use-own-relation.ts';
import { eventKeys } from '../../../../src/web/features/event/event-queries.ts';
import { createQueryClient } from '../../../../src/web/shared/query-client.ts';
import { pageOf } from '../../in-page.tsx';
import { problem } from '../../start-app.tsx';
import { typedResponse } from '../../typed-response.ts';

const eventId = '7';
const known = readEvent({ id: eventId, participant_count: 10, wisher_count: 20 });
const { queryKey } = ownQueries.relations('ongoing');

/** A response to a write, sent when the test decides. */
type Respond = () => Promise<Response>;
const accepted =
	(relation: OwnRelation, event: object = {}): Respond =>
	async () =>
		Response.json({ relation, ...event }, { status: 202 });
const failed =
	(reason: string, status = 502): Respond =>
	async () =>
		problem(status, reason);
const rejected: Respond = async () =>
	Response.json({ code: 999, msg: 'rejected', request: 'POST /' }, { status: 400 });
/** A request that is lost before it reaches the BFF. */
const lost: Respond = async () => {
	throw new TypeError('Failed to fetch');
};

const nothing: OwnRelation = { joined: false, wished: false };

/** The hooks of a signed-in user, and a cache with the event. The responses are for writes, in order. */
function start(before: OwnRelation | Promise<OwnRelation>, responses: Respond[]) {
	const writes: string[] = [];
	const reads: string[] = [];
	/** What the BFF knows; null: it can't be reached. */
	let bff: OwnRelation | Promise<OwnRelation> | null = before;
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		if (init.method === 'GET') {
			reads.push(url.replace(/\?.*/, ''));
			if (bff === null) return problem(502, 'service_unreachable');
			const relations: Relations = { relations: { [eventId]: await bff }, isComplete: true };
			return typedResponse(url, Response.json(url.includes('relations') ? relations : { id: eventId }));
		}
		writes.push([init.method, url, ...(init.body ? [init.body] : [])].join(' '));
		const respond = responses.shift();
		if (respond === undefined) throw new Error(`unexpected call: ${init.method} ${url}`);
		return typedResponse(url, await respond());
	});
	const client = createQueryClient();
	const session = { signed_in: true, service_user_id: '1', epoch: 'first' };
	if (!(before instanceof Promise))
		client.setQueryData<Relations>(queryKey, { relations: { [eventId]: before }, isComplete: true });
	const eventKey = eventKeys.detail(eventId);
	client.setQueryData<Event>(eventKey, known);
	const listKey = eventKeys.listsOf('108288');
	const other = readEvent({ id: '8' });
	client.setQueryData(listKey, { pages: [{ items: [other, known] }] });
	const changed: Change[] = [];
	const errors: string[] = [];
	const { result } = renderHook(
		() => {
			const { relation, status } = useOwnRelation(known);
			const change = useAttendanceMutation(known, status, {
				onChanged: (each) => changed.push(each),
				onFailed: (error) => errors.push(error.name),
			});
			return { change, relation };
		},
		{ wrapper: pageOf({ client, session }) },
	);
	const countsOf = (event: Event | undefined) => [event?.participantCount, event?.wisherCount];
	return {
		client,
		writes,
		/** Paths that were read. */
		reads,
		changed,
		/** Names of the errors. */
		errors,
		setBff(relation: OwnRelation | null) {
			bff = relation;
		},
		change: (change: Change) => act(async () => result.current.change(change)),
		relation: () => result.current.relation,
		counts: () => countsOf(client.getQueryData(eventKey)),
		/** The counts as lists show them; null if the other event has changed too. */
		countsInList: () => {
			const [same, event] =
				client.getQueryData<{ pages: { items: Event[] }[] }>(listKey)?.pages[0]?.items ?? [];
			return same === other ? countsOf(event) : null;
		},
		isEventStale: () => client.getQueryState(eventKey)?.isInvalidated,
	};
}

const join: Change = { kind: 'join', day: null };
const leave: Change = { kind: 'leave', day: null };
const wish: Change = { kind: 'wish', day: null };
const unwish: Change = { kind: 'unwish', day: null };
const joined = withChange(nothing, join);
const callOf = ({ kind }: Change) =>
	`${/^un|leave/.test(kind) ? 'DELETE' : 'POST'} /api/events/7/${/wish/.test(kind) ? 'wishers' : 'participants'}`;

describe('the event', () => {
	const counted = (relation: OwnRelation, participant_count: number) =>
		accepted(relation, { id: eventId, participant_count, wisher_count: 20 });

	it('is shown as in the response to the write, also in lists', async () => {
		const hook = start(nothing, [counted(joined, 15)]);
		await hook.change(join);
		await waitFor(() => expect(hook.counts()).toEqual([15, 20]));
		expect(hook.countsInList()).toEqual([15, 20]);
		expect(hook.isEventStale()).toBe(false);
	});

	it('is refetched when the response contains none, and after a rejection', async () => {
		const hook = start(nothing, [accepted(joined), rejected]);
		await hook.change(join);
		await waitFor(() => expect(hook.isEventStale()).toBe(true));
		hook.client.setQueryData(eventKeys.detail(eventId), known);
		await hook.change(wish);
		await waitFor(() => expect(hook.isEventStale()).toBe(true));
	});
});

it('while the relation is read, a join is sent and shown, and the read that started before does not undo it', async () => {
	const read = Promise.withResolvers<OwnRelation>();
	const hook = start(read.promise, [accepted(joined)]);
	await waitFor(() => expect(hook.reads).toHaveLength(1));
	expect(hook.relation()).toBeNull();
	hook.setBff(joined);
	await hook.change(join);
	await waitFor(() => expect(hook.changed).toEqual([join]));
	read.resolve(nothing);
	await waitFor(() => expect(hook.client.isFetching({ queryKey })).toBe(0));
	expect(hook.relation()).toEqual(joined);
});

it('a change whose outcome is unknown is shown as unsure, and read again once the BFF knows it', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
	const hook = start(nothing, [failed('outcome_unknown')]);
	const unsure: OwnRelation = { ...joined, isUnsure: true };
	hook.setBff(unsure);
	await hook.change(join);
	await act(() => vi.advanceTimersByTimeAsync(1_000));
	expect(hook.errors).toEqual(['ProblemError']);
	expect(hook.relation()).toEqual(unsure);
	hook.setBff(nothing);
	await act(() => vi.advanceTimersByTimeAsync(40_000));
	expect(hook.relation()).toEqual(nothing);
});

it('sends one write after another and shows the last intention, then what was accepted, although others are rejected or lost', async () => {
	const change = fc.constantFrom(join, leave, wish, unwish);
	const outcome = fc.constantFrom(null, rejected, failed('service_unreachable'), lost);
	await fc.assert(
		fc.asyncProperty(fc.array(fc.tuple(change, outcome), { minLength: 1, maxLength: 6 }), async (all) => {
			const gate = Promise.withResolvers<void>();
			let service = nothing;
			const hook = start(
				nothing,
				all.map(([each, failure]) => async () => {
					await gate.promise;
					if (failure !== null) return failure();
					service = withChange(service, each);
					hook.setBff(service);
					return accepted(service)();
				}),
			);
			for (const [each] of all) await hook.change(each);
			const last = all.reduce((relation, [each]) => withChange(relation, each), nothing);
			await waitFor(() => expect(hook.relation()).toEqual({ ...last, isUnsure: true }));
			expect([hook.writes.length, hook.changed]).toEqual([1, []]);
			gate.resolve();
			await waitFor(() => expect(hook.changed.length + hook.errors.length).toBe(all.length));
			expect(hook.writes).toEqual(all.map(([each]) => callOf(each)));
			await waitFor(() => expect(hook.relation()).toEqual(service));
			cleanup();
		}),
		{ numRuns: 25 },
	);
});
