import { describe, expect, it } from 'vitest';
import { readOngoing } from '../../../src/bff/reads/ongoing-events.ts';
import type { ReadName } from '../../../src/bff/reads/parse-response.ts';
import type { Call } from '../../../src/contract/spec/call.ts';
import { fakeEvent, sendError, sendJson } from '../fake-service.ts';
import { type Respond, rejectAll, startReader } from './start-reader.ts';

const getEvent = { operation: 'getEvent', parameters: { id: '10' } } as const;
const firstPage = { operation: 'listEvents', parameters: { loc: '1', start: 0, count: 100 } } as const;

describe('a rejection', () => {
	it('of one resource is cached for half a minute', async () => {
		const { sharedReads, paths, pass } = await startReader(rejectAll(113));
		for (const ms of [0, 30_000, 1]) {
			pass(ms);
			expect((await sharedReads.read(getEvent)).outcome).toMatchObject({ status: 400, error: { code: 113 } });
		}
		expect(paths()).toEqual(['/v2/event/10', '/v2/event/10']);
	});

	it.each([
		[500, 999],
		[400, 112],
		[400, 116],
	])('of every call is not cached, and the last value is used instead (%i, %i)', async (status, code) => {
		let isDown = true;
		const { sharedReads, pass } = await startReader((_url, _call, response) =>
			isDown ? sendJson(response, status, { code, msg: 'a_name', request: '' }) : fakeEvent,
		);
		expect((await sharedReads.read(getEvent)).outcome).toMatchObject({ status, error: { code } });
		isDown = false;
		expect((await sharedReads.read(getEvent)).outcome.status).toBe(200);
		isDown = true;
		pass(11 * 60_000);
		for (let times = 0; times < 2; times++)
			expect((await sharedReads.read(getEvent)).outcome.status).toBe(200);
	});
});

it('only the beginnings of texts are cached with a list', async () => {
	const content = `<p>${'word '.repeat(20_000)}</p>`;
	const { sharedReads } = await startReader(() => ({ events: [{ ...fakeEvent, content }], total: 1 }));
	const { outcome } = await sharedReads.readTexts(firstPage, 60_000);
	const [event] = 'value' in outcome ? outcome.value.items : [];
	expect(event?.content).toHaveLength(2_500);
});

it('an absence is checked against the list of cities, at most every ten seconds', async () => {
	let isAbsent = false;
	const { sharedReads, paths, pass } = await startReader((_url, call, response) =>
		isAbsent ? sendError(response, call, 107) : { locs: [] },
	);
	for (let times = 0; times < 2; times++) await sharedReads.requireService();
	expect(paths()).toHaveLength(1);
	isAbsent = true;
	pass(10_001);
	const problem = { reason: 'service_rejected', code: 107 };
	await expect(sharedReads.requireService()).rejects.toMatchObject({ problem });
});

describe('a list', () => {
	it.each([
		[{ start: 0, count: 20, type: 'music' }, 200],
		[{ start: 20 }, 400],
		[{ start: '00' }, 400],
		[{ count: 21 }, 400],
		[{ type: 'made-up' }, 400],
	])('with %j gets status %i when the service has failed for an hour', async (input, status) => {
		let isDown = false;
		const { sharedReads, pass } = await startReader((_url, call, response) =>
			isDown ? sendError(response, call, 112) : { events: [] },
		);
		const read = () => sharedReads.read({ operation: 'listEvents', parameters: { loc: '1', ...input } });
		expect((await read()).outcome.status).toBe(200);
		isDown = true;
		pass(3_600_001);
		expect((await read()).outcome.status).toBe(status);
	});

	it('that is too long is read in smaller pages, down to five elements', async () => {
		const { sharedReads, paths } = await startReader((url) => ({
			events: Array(Number(url.searchParams.get('count')) > 6 ? 10_001 : 1).fill(fakeEvent.id),
		}));
		expect((await sharedReads.read(firstPage)).outcome.status).toBe(200);
		const counts = paths().map((path) => new URLSearchParams(path.split('?')[1]).get('count'));
		expect(counts).toEqual(['100', '50', '25', '12', '6']);
	});

	it('of a person’s events that are not over is read to its end, without texts, of which a thousand would fill the memory', async () => {
		const { caller, parse, log, paths } = await startReader((url) => {
			const start = Number(url.searchParams.get('start'));
			return { start, total: 2, events: [{ ...fakeEvent, id: String(start) }] };
		});
		const events = await readOngoing({ send: caller.call, parse, log }, 'listWishedEvents', '42');
		expect(events).toMatchObject(['0', '1'].map((id) => ({ id, content: null })));
		expect(paths()[1]).toBe('/v2/event/user_wished/42?status=ongoing&start=1&count=100');
	});
});

describe('a write', () => {
	const respond: Respond = ({ pathname }) =>
		pathname === '/v2/event/10' ? fakeEvent : { events: [], users: [] };

	it('deletes the event, two pages of its people, and the first page of the writer’s lists', async () => {
		const { sharedReads, paths } = await startReader(respond);
		const people = (start: number) => ({ id: '10', start, count: 30 });
		const calls: Call<ReadName>[] = [
			getEvent,
			{ operation: 'listWishers', parameters: people(0) },
			{ operation: 'listParticipants', parameters: people(30) },
			{ operation: 'listWishedEvents', parameters: { id: '42', status: 'ongoing', start: 0, count: 20 } },
			{ operation: 'listParticipants', parameters: people(60) },
		];
		for (const call of calls) await sharedReads.read(call);
		await sharedReads.forgetWritten('10', '42');
		for (const call of calls) await sharedReads.read(call);
		expect(paths()).toEqual([...paths().slice(0, 5), ...paths().slice(0, 4)]);
	});

	it.each([
		['is shared with strangers, but not what only the writer is shown', 5, 'no', 5, 1],
		['is not shared if the event does not show it yet', 4, 'no', 4, 2],
		['is not shared if the event is private', 5, 'yes', 4, 2],
	])('%s', async (_what, wisher_count, is_priv, wisherCount, calls) => {
		const { sharedReads, parse, paths } = await startReader(respond);
		const first = await sharedReads.forgetWritten('10', '42');
		await sharedReads.addWritten(await parse(getEvent, () => fakeEvent), first);
		await sharedReads.read(getEvent);
		const forgotten = await sharedReads.forgetWritten('10', '42');
		const written = { ...fakeEvent, wisher_count, is_priv, address: 'Back door' };
		await sharedReads.addWritten(await parse(getEvent, () => written), forgotten);
		const value = { wisherCount, address: fakeEvent.address };
		expect((await sharedReads.read(getEvent)).outcome).toMatchObject({ value });
		expect(paths()).toHaveLength(calls);
	});
});

it('public events are listed latest first, without those that are no longer public', async () => {
	let is_priv = 'no';
	const { sharedReads } = await startReader(({ pathname }) => ({
		...fakeEvent,
		id: pathname.slice(-1),
		is_priv,
	}));
	const read = (id: string) => sharedReads.read({ operation: 'getEvent', parameters: { id } });
	for (const id of ['1', '2', '3']) await read(id);
	await sharedReads.forgetWritten('2', '');
	is_priv = 'yes';
	await read('2');
	expect(sharedReads.publicEventIds()).toEqual(['3', '1']);
});
