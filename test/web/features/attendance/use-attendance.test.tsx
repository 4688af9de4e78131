// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
	attendanceQueries,
	type OwnRelation,
	relationTo,
} from '../../../../src/web/features/attendance/queries.ts';
import { useAttendance, type Wanted } from '../../../../src/web/features/attendance/use-attendance.ts';

const [userId, eventId] = ['1', '7'];
const detailKey = ['events', 'detail', eventId];

/** An answer of the BFF; tests decide when and what. */
type Answer = () => Promise<Response>;
const accepted: Answer = async () => new Response('{}', { status: 202 });
const refused =
	(code: number): Answer =>
	async () =>
		Response.json({ code, msg: 'refused', request: 'POST /' }, { status: 400 });
const lost: Answer = async () => {
	throw new TypeError('Failed to fetch');
};

/** The hook with a cache that knows the event and the own relation; writes get the given answers in turn. */
function start(before: OwnRelation, answers: Answer[]) {
	const calls: string[] = [];
	vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
		calls.push(`${init.method} ${address}`);
		const answer = answers.shift();
		if (answer === undefined) throw new Error(`unexpected call: ${init.method} ${address}`);
		return answer();
	});
	const client = new QueryClient({
		defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } },
	});
	client.setQueryData(attendanceQueries.own(userId).queryKey, { [eventId]: before });
	client.setQueryData(detailKey, { id: eventId, participant_count: 10, wisher_count: 20 });
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
		relation: () => relationTo(eventId, client.getQueryData(attendanceQueries.own(userId).queryKey) ?? {}),
		counts: () => {
			const event = client.getQueryData<{ participant_count: number; wisher_count: number }>(detailKey);
			return [event?.participant_count, event?.wisher_count];
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
		{ joined: true, date: '2026-11-21' },
		[11, 20],
		'POST /api/v2/event/7/participants?participate_date=2026-11-21',
	],
	[
		'leave',
		{ joined: true, wished: false },
		{ joined: false },
		[9, 20],
		'DELETE /api/v2/event/7/participants',
	],
	['mark', nothing, { wished: true }, [10, 21], 'POST /api/v2/event/7/wishers'],
	['unmark', { joined: false, wished: true }, { wished: false }, [10, 19], 'DELETE /api/v2/event/7/wishers'],
] as const satisfies readonly (readonly [string, OwnRelation, Wanted, readonly number[], string])[];

describe.each(changes)('%s', (_name, before, wanted, counts, call) => {
	it('is shown at once, with its count, and stays when accepted', async () => {
		const answer = Promise.withResolvers<Response>();
		const hook = start(before, [() => answer.promise]);
		await hook.want(wanted);
		expect(hook.relation()).toMatchObject(wanted);
		expect(hook.counts()).toEqual(counts);
		expect(hook.changed).toEqual([]);
		answer.resolve(await accepted());
		await waitFor(() => expect(hook.changed).toEqual([wanted]));
		expect(hook.relation()).toMatchObject(wanted);
		expect(hook.calls).toEqual([call]);
	});

	it.each([
		['103', refused(103), 'ServiceError'],
		['111', refused(111), 'ServiceError'],
		['999', refused(999), 'ServiceError'],
		['a lost network', lost, 'NetworkError'],
	])('is taken back, with its count, after %s', async (_what, answer, name) => {
		const hook = start(before, [answer]);
		await hook.want(wanted);
		await waitFor(() => expect(hook.failed).toEqual([name]));
		expect(hook.relation()).toMatchObject(before);
		expect(hook.counts()).toEqual([10, 20]);
	});
});

describe('pressing fast', () => {
	it('sends one after the other, and the last intention wins', async () => {
		const first = Promise.withResolvers<Response>();
		const hook = start(nothing, [() => first.promise, accepted]);
		await hook.want({ joined: true });
		await hook.want({ joined: false });
		expect(hook.relation().joined).toBe(false);
		expect(hook.calls).toEqual(['POST /api/v2/event/7/participants']);
		first.resolve(await accepted());
		await waitFor(() => expect(hook.changed).toHaveLength(2));
		expect(hook.calls).toEqual(['POST /api/v2/event/7/participants', 'DELETE /api/v2/event/7/participants']);
		expect(hook.relation().joined).toBe(false);
		expect(hook.counts()).toEqual([10, 20]);
	});

	it('shows what the service has when everything that was pressed is lost', async () => {
		const first = Promise.withResolvers<Response>();
		const hook = start(nothing, [() => first.promise, lost, lost]);
		await hook.want({ joined: true });
		await hook.want({ joined: false });
		await hook.want({ joined: true });
		first.reject(new TypeError('Failed to fetch'));
		await waitFor(() => expect(hook.failed).toHaveLength(3));
		expect(hook.relation().joined).toBe(false);
		expect(hook.counts()).toEqual([10, 20]);
	});

	it('is right whatever is accepted and whatever is refused', async () => {
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
							return isAccepted ? accepted() : refused(999)();
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

	it('keeps interest when a join beside it is refused', async () => {
		const hook = start(nothing, [refused(999), accepted]);
		await hook.want({ joined: true });
		await hook.want({ wished: true });
		await waitFor(() => expect(hook.changed).toEqual([{ wished: true }]));
		expect(hook.relation()).toMatchObject({ joined: false, wished: true });
		expect(hook.counts()).toEqual([10, 21]);
	});
});
