import { describe, expect, it, onTestFinished } from 'vitest';
import { ProblemError } from '../../../src/bff/http/problem.ts';
import { applyChange } from '../../../src/bff/reads/apply-change.ts';
import { type Change, type Changes, createLocalChanges } from '../../../src/bff/reads/changes.ts';
import { createOwnWrites } from '../../../src/bff/reads/own-writes.ts';
import { createSharedCache } from '../../../src/bff/reads/shared-cache.ts';
import type { ServiceResponse } from '../../../src/bff/service/client.ts';
import { createEncryption, newSecret } from '../../../src/bff/session/encryption.ts';
import { openSqliteStore } from '../../../src/bff/session/sqlite-session-store.ts';
import { session, silent } from '../session/backends.ts';

const path = '/v2/event/list?loc=1';
const respond = (status: number, body: unknown): ServiceResponse => ({
	status,
	body,
	error: undefined,
	limitHeaders: {},
	retryAfter: undefined,
});

const writeOf = (eventId: string) => ({ kind: 'write', eventId, userId: '42' }) as const;

/** A cache with a list of event 10, whose counter is 1. */
async function start() {
	const cache = createSharedCache();
	const wishers = async () => {
		const { response } = await cache.read('listEvents', path, async () => ({
			status: 200,
			body: JSON.stringify({ events: [{ id: '10', wisher_count: 1 }] }),
			events: [{ id: '10', isPublic: true }],
		}));
		return (JSON.parse(response.body) as { events: { wisher_count: number }[] }).events[0]?.wisher_count;
	};
	await wishers();
	const local = createLocalChanges();
	await local.follow({ apply: (change) => applyChange(cache, change), forgetAll: cache.clear });
	const published: Change[] = [];
	const redis = { isAway: false };
	const changes: Changes = {
		...local,
		async publish(change) {
			published.push(change);
			await local.publish(change);
			return !redis.isAway;
		},
	};
	const store = openSqliteStore(':memory:', createEncryption([newSecret()]), Date.now);
	onTestFinished(() => store.close());
	for (const id of ['a', 'b']) await store.create(id, session);
	const written = createOwnWrites(cache, changes, store, silent);
	const read = async (sessionId: string) => {
		const found = await store.get(sessionId);
		if (found === undefined) throw new Error('no session');
		return found;
	};
	const writes = {
		note: (sessionId: string, eventId: string) => written.end(sessionId, writeOf(eventId)),
		begin: written.begin,
		reject: written.reject,
		apply: async (sessionId: string, id: string, response: ServiceResponse) =>
			written.apply(sessionId, await read(sessionId), id, response, Date.now()),
		settle: async (sessionId: string, readAgain: (id: string) => Promise<unknown>) =>
			written.settle(await read(sessionId), readAgain),
		/** As a request for a list does it. */
		settleByReading: async (sessionId: string, body: unknown) =>
			written.settle(await read(sessionId), (id, session) =>
				written.apply(sessionId, session, id, respond(200, body), Date.now()),
			),
	};
	/** Events that are read again for a session. */
	const settled = async (sessionId: string) => {
		const ids: string[] = [];
		await writes.settle(sessionId, async (id) => ids.push(id));
		return ids;
	};
	return { writes, wishers, settled, published, redis, read };
}

describe("a session's own writes", () => {
	it('are read again in order, each event once, and only for that session', async () => {
		const { writes, settled } = await start();
		expect(await settled('a')).toEqual([]);
		for (const id of ['10', '11', '10']) await writes.note('a', id);
		expect(await settled('a')).toEqual(['11', '10']);
		expect(await settled('b')).toEqual([]);
	});

	it('are read again until a response for the event has been applied', async () => {
		const { writes, settled } = await start();
		await writes.note('a', '10');
		await writes.note('a', '11');
		await writes.note('b', '10');
		await writes.apply('a', '10', respond(200, { id: '10', wisher_count: 2 }));
		expect(await settled('a')).toEqual(['11']);
		expect(await settled('b')).toEqual(['10']);
		for (const status of [500, 429]) await writes.apply('a', '11', respond(status, { code: 999 }));
		expect(await settled('a')).toEqual(['11']);
		await writes.apply('a', '11', respond(404, { code: 107 }));
		expect(await settled('a')).toEqual([]);
	});

	it('are remembered for the last 20 events', async () => {
		const { writes, settled } = await start();
		const ids = Array.from({ length: 21 }, (_, index) => `event-${index}`);
		for (const id of ids) await writes.note('a', id);
		expect(await settled('a')).toEqual(ids.slice(1));
	});

	it('are remembered still when the session changes one of 20 events again', async () => {
		const { writes, settled } = await start();
		const ids = Array.from({ length: 20 }, (_, index) => `event-${index}`);
		for (const id of [...ids, 'event-19']) await writes.note('a', id);
		expect(await settled('a')).toEqual(ids);
	});

	it('are not forgotten because the newest event is changed once more', async () => {
		const { writes, settled } = await start();
		const ids = Array.from({ length: 20 }, (_, index) => `event-${index}`);
		for (const id of [...ids, 'event-19']) await writes.note('a', id);
		expect(await settled('a')).toEqual(ids);
	});

	it('have succeeded even where they cannot be noted', async () => {
		const lines: unknown[] = [];
		const away = async () => {
			throw new Error('away');
		};
		const written = createOwnWrites(
			createSharedCache(),
			createLocalChanges(),
			{ noteWrite: away, forgetWrite: away },
			{ warn: (...line: unknown[]) => void lines.push(line) },
		);
		await written.begin('a', '10');
		await written.end('a', writeOf('10'));
		const writer = { userId: '42', unreadWrites: ['10'], unpublishedWrites: [] };
		await written.apply('a', writer, '10', respond(200, { id: '10', wisher_count: 2 }), 0);
		expect(lines).toHaveLength(3);
	});

	it('are not begun where the store cannot be reached', async () => {
		const away = async () => {
			throw new ProblemError('store_unreachable', 'The store cannot be reached.');
		};
		const store = { noteWrite: away, forgetWrite: away };
		const writes = createOwnWrites(createSharedCache(), createLocalChanges(), store, silent);
		await expect(writes.begin('a', '10')).rejects.toMatchObject({
			problem: { status: 503, reason: 'store_unreachable' },
		});
	});

	it('that no process has learned of are published by the next one that reads for the session', async () => {
		const { writes, settled, published, read } = await start();
		// The process that began it was killed.
		await writes.begin('a', '10');
		expect((await read('a')).unpublishedWrites).toEqual(['10']);
		expect(await settled('a')).toEqual(['10']);
		expect(published).toEqual([writeOf('10')]);
		await writes.apply('a', '10', respond(200, { id: '10' }));
		expect(published).toEqual([writeOf('10'), writeOf('10')]);
		expect((await read('a')).unreadWrites).toEqual([]);
	});

	it('that no process has learned of are published once by a request that reads them again', async () => {
		const { writes, published, redis, read } = await start();
		await writes.begin('a', '10');
		await writes.settleByReading('a', { id: '10' });
		expect(published).toEqual([writeOf('10')]);
		expect((await read('a')).unreadWrites).toEqual([]);
		redis.isAway = true;
		await writes.begin('a', '11');
		await writes.settleByReading('a', { id: '11' });
		expect(await read('a')).toMatchObject({ unreadWrites: ['11'], unpublishedWrites: ['11'] });
	});

	it('stay noted until they are published', async () => {
		const { writes, redis, read } = await start();
		redis.isAway = true;
		await writes.note('a', '10');
		expect((await read('a')).unpublishedWrites).toEqual(['10']);
		await writes.apply('a', '10', respond(200, { id: '10' }));
		expect((await read('a')).unreadWrites).toEqual(['10']);
		redis.isAway = false;
		await writes.note('a', '10');
		expect(await read('a')).toMatchObject({ unreadWrites: ['10'], unpublishedWrites: [] });
	});

	it('that the service rejects leave the note as it was', async () => {
		const { writes, read } = await start();
		await writes.note('a', '10');
		for (const id of ['10', '11']) {
			const before = await read('a');
			await writes.begin('a', id);
			await writes.reject('a', before, id, Date.now());
			expect(await read('a')).toEqual(before);
		}
	});

	it('wait for every read, and a read that fails stops neither the others nor the caller', async () => {
		const { writes } = await start();
		await writes.note('a', '10');
		await writes.note('a', '11');
		const finished: string[] = [];
		await writes.settle('a', async (id) => {
			if (id === '10') throw new Error('down');
			await new Promise((resolve) => setImmediate(resolve));
			finished.push(id);
		});
		expect(finished).toEqual(['11']);
	});
});

describe('the counters of a fresh response', () => {
	it('are written into shared responses, also when nobody has written', async () => {
		const { writes, wishers } = await start();
		await writes.apply('a', '10', respond(200, { id: '10', wisher_count: 8 }));
		expect(await wishers()).toBe(8);
	});

	it('are those of a response with status 200 only', async () => {
		const { writes, wishers } = await start();
		for (const status of [201, 202, 400, 404])
			await writes.apply('a', '10', respond(status, { id: '10', wisher_count: 8 }));
		expect(await wishers()).toBe(1);
	});

	it('change nothing when there are none', async () => {
		const { writes, wishers } = await start();
		for (const body of [{ id: '10' }, {}, null, undefined, 'x', []])
			await writes.apply('a', '10', respond(200, body));
		expect(await wishers()).toBe(1);
	});
});
