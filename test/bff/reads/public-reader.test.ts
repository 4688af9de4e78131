import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/bff/problems/problem.ts';
import type { Caller } from '../../../src/bff/session/caller.ts';
import { fakeEvent, pageOf, sendError } from '../fake-service.ts';
import { problemOf } from '../problem-of.ts';
import { type Respond, startReader } from './start-reader.ts';

const eventWith = (id: string, more = {}) => ({ ...fakeEvent, id, ...more });
const locWith = (id: string, uid = `city-${id}`) => ({
	id,
	name: `City ${id}`,
	uid,
	parent: '',
	habitable: 'yes',
});
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const numbers = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from) }, (_none, index) => String(from + index));
/** A list of `total` elements, in pages of at most `max`. */
function pages(name: 'events' | 'locs', total: number, max: number, make: (id: string) => object): Respond {
	const all = numbers(0, total).map((id) => make(id));
	return (_url, call) => pageOf(call, name, all, max);
}

it.each([107, 113, 121, 999, 1006])('an event is absent after code %i', async (code) => {
	const { reader } = await startReader((url, call, response) =>
		url.pathname === '/v2/loc/list' ? { total: 0, locs: [] } : sendError(response, call, code),
	);
	expect(await reader.event('10')).toEqual({ state: 'absent' });
});

describe('the events of a list', () => {
	it('are only the public ones, and the others are counted', async () => {
		const events = [eventWith('1'), eventWith('2', { is_priv: 'yes' }), null, eventWith('3')];
		const { reader, warnings } = await startReader(() => ({ start: 0, count: 4, total: 4, events }));
		await reader.listPage({ loc: '2', start: 0 });
		const { call, list } = await reader.listPage({ loc: '1', day_type: 'today', start: 0 });
		expect(call.parameters).toMatchObject({ loc: '1', day_type: 'today', start: 0 });
		expect([idsOf(list.items), list.sent, list.total]).toEqual([['1', '3'], 4, 4]);
		expect(list.items[0]).toMatchObject({ content: null, album: null, page: null });
		const unreadable = { count: 1, reason: 'an event is null, not an object' };
		expect(warnings).toMatchObject([[unreadable, expect.any(String)]]);
	});

	it('are those of the pages before one that fails, but a failing first page is an error', async () => {
		const all = pages('events', 250, 100, eventWith);
		let first = 1;
		const { reader } = await startReader((url, call, response) =>
			Number(url.searchParams.get('start')) >= first
				? sendError(response, call, 113)
				: all(url, call, response),
		);
		expect(await reader.events({ loc: '1' }, 250)).toHaveLength(100);
		first = 0;
		expect(await problemOf(reader.events({ loc: '2' }, 250))).toMatchObject({ reason: 'service_rejected' });
	});

	it.each([0, undefined])('end if the service ignores paging, which is logged (start: %s)', async (start) => {
		const { reader, warnings } = await startReader(() => ({
			...(start === undefined ? {} : { start }),
			total: 54,
			events: numbers(0, 10).map((id) => eventWith(id)),
		}));
		expect(await reader.events({ loc: '1' }, 200)).toHaveLength(10);
		expect(warnings).toEqual([
			[{ operation: 'listEvents', sent: 10, total: 54 }, expect.stringMatching(/ignores start/)],
		]);
	});
});

describe('the cities', () => {
	it('are read page by page, once, and found by short name and by ID', async () => {
		const listed = pages('locs', 250, 100, (id) => locWith(id));
		const { reader, paths } = await startReader((url, call, response) =>
			url.pathname === '/v2/loc/nowhere' ? sendError(response, call, 107) : listed(url, call, response),
		);
		expect(await reader.locs()).toHaveLength(250);
		expect((await reader.findLoc('city-7'))?.id).toBe('7');
		expect((await reader.findLoc('249'))?.uid).toBe('city-249');
		expect(paths()).toHaveLength(3);
		// The last call checks that the service works.
		for (let times = 0; times < 2; times++) expect(await reader.findLoc('nowhere')).toBeNull();
		expect(paths()).toHaveLength(5);
	});

	it('are as many as fit into two million characters', async () => {
		const longLoc = (id: string) => ({ ...locWith(id), name: id.padEnd(300, 'x') });
		const { reader } = await startReader(pages('locs', 10_000, 100, longLoc));
		const locs = await reader.locs();
		expect([locs.length > 4_000, JSON.stringify(locs).length < 2_000_000]).toEqual([true, true]);
	});

	it.each([20, 100])(
		'are listed once, of %i in total, if the service ignores paging, and others found by id',
		async (total) => {
			const { reader } = await startReader((url, call, response) => {
				if (url.pathname.endsWith('/list')) return { total, locs: numbers(0, 20).map((id) => locWith(id)) };
				return url.pathname.endsWith('/77') ? locWith('77', 'other') : sendError(response, call, 107);
			});
			expect(await reader.locs()).toHaveLength(20);
			// The service wouldn't find it by its short name.
			expect(await reader.findLoc('77')).toMatchObject({ id: '77', uid: '77' });
		},
	);
});

describe('reading for a user', () => {
	const closedToStrangers =
		(body: unknown, code = 102): Respond =>
		(_url, call, response) =>
			call.headers.authorization === undefined ? sendError(response, call, code) : body;

	it.each([102, 112])(
		'uses the token if signed-out visitors get %i, and shares the result with no one',
		async (code) => {
			const { reader, caller, service } = await startReader(closedToStrangers(fakeEvent, code));
			for (let times = 0; times < 2; times++)
				expect(await reader.as(caller).event('10')).toMatchObject({ state: 'public' });
			expect(service.calls.filter(({ headers }) => headers.authorization !== undefined)).toHaveLength(2);
			expect(await problemOf(reader.event('10'))).toMatchObject({ code });
		},
	);

	it('goes on when the session of another user, who reads the same cities, ends', async () => {
		const cities = { total: 1, locs: [locWith('1', 'one')] };
		const { reader, caller, service } = await startReader(closedToStrangers(cities));
		const ended = new ProblemError('session_expired', 'The sign-in is too old to be renewed.');
		const { promise: joined, resolve: join } = Promise.withResolvers<void>();
		const other: Caller = { ...caller, call: () => joined.then(() => Promise.reject(ended)) };
		const first = problemOf(reader.as(other).findLoc('one'));
		await expect.poll(() => service.calls.length).toBe(1);
		const second = reader.as(caller).findLoc('one');
		// Wait until the second read has joined the load.
		await wait(50);
		join();
		expect(await first).toMatchObject({ reason: 'session_expired' });
		expect((await second)?.id).toBe('1');
	});

	it.each([107, 113, 999, 1006])(
		'finds a city in the list of a closed service that rejects short names with %i',
		async (code) => {
			const { reader, caller } = await startReader((url, call, response) => {
				if (call.headers.authorization === undefined) return sendError(response, call, 102);
				if (url.pathname === '/v2/loc/1') return locWith('1', 'one');
				return url.pathname === '/v2/loc/list'
					? { start: 0, count: 1, total: 1, locs: [locWith('1', 'one')] }
					: sendError(response, call, code);
			});
			expect((await reader.as(caller).findLoc('one'))?.id).toBe('1');
			expect((await reader.as(caller).findLoc('1'))?.id).toBe('1');
			expect(await reader.as(caller).findLoc('nowhere')).toBeNull();
		},
	);
});
