import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBodyRooms } from '../../../src/bff/http/large-bodies.ts';
import { fakeEvent, sendJson, startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

/** Work that holds room for a body until it is told to end. */
function start(withRoom: ReturnType<typeof createBodyRooms>, bytes: number) {
	const { promise, resolve } = Promise.withResolvers<void>();
	const work = { hasRoom: false, end: resolve, ended: Promise.resolve() };
	work.ended = withRoom(async (room) => {
		await room.take(bytes);
		work.hasRoom = true;
		await promise;
	});
	// What waits in vain is looked at by the test.
	work.ended.catch(() => undefined);
	return work;
}

const statesOf = async (works: readonly { hasRoom: boolean }[]) => {
	await nextRound();
	return works.map(({ hasRoom }) => hasRoom);
};

describe('large bodies', () => {
	const limits = { smallBody: 10, maxBytes: 100, maxWait: 60_000 };

	it('are worked on together up to the bound, and then in the order in which they came', async () => {
		const rooms = createBodyRooms(limits);
		const works = [60, 30, 50, 11].map((bytes) => start(rooms, bytes));
		// The fourth would fit, and does not overtake the third.
		expect(await statesOf(works)).toEqual([true, true, false, false]);
		works[0]?.end();
		expect(await statesOf(works)).toEqual([true, true, true, true]);
	});

	it('that are larger than the bound are worked on alone', async () => {
		const rooms = createBodyRooms(limits);
		const works = [5_000, 11, 7_000].map((bytes) => start(rooms, bytes));
		expect(await statesOf(works)).toEqual([true, false, false]);
		works[0]?.end();
		expect(await statesOf(works)).toEqual([true, true, false]);
		works[1]?.end();
		expect(await statesOf(works)).toEqual([true, true, true]);
	});

	it('never make small ones wait', async () => {
		const rooms = createBodyRooms(limits);
		const works = [100, 10, 0, 10].map((bytes) => start(rooms, bytes));
		expect(await statesOf(works)).toEqual([true, true, true, true]);
	});

	it('give back their room when the work fails, and when the next body of the same work comes', async () => {
		const rooms = createBodyRooms(limits);
		await expect(
			rooms(async (room) => {
				await room.take(100);
				await room.take(100);
				throw new Error('unreadable');
			}),
		).rejects.toThrow('unreadable');
		expect(await statesOf([start(rooms, 100)])).toEqual([true]);
	});

	it('that wait for too long get 503, and those behind them go on waiting', async () => {
		const rooms = createBodyRooms({ ...limits, maxWait: 20 });
		const first = start(rooms, 50);
		const second = start(rooms, 60);
		await expect(second.ended).rejects.toMatchObject({ problem: { status: 503, reason: 'overloaded' } });
		const third = start(rooms, 50);
		expect(await statesOf([first, third])).toEqual([true, true]);
	});
});

it('lists of a megabyte that come at once are worked on one after another, and nothing is lost', async () => {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin, { logLevel: 'silent' });
	const content = 'x'.repeat(1_500_000);
	service.handler = (_call, response) => {
		void sendJson(response, 200, { count: 1, start: 0, total: 1, events: [{ ...fakeEvent, content }] });
		return true;
	};
	const browser = bff.browser();
	const lists = Array.from({ length: 30 }, (_, index) => `/api/v2/event/list?loc=${index}`);
	const responses = await Promise.all(lists.map((list) => browser.get(list)));
	expect(responses.map(({ status }) => status)).toEqual(lists.map(() => 200));
});
