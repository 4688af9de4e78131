import { describe, expect, it } from 'vitest';
import type { ReadName } from '../../../src/bff/reads/parse-response.ts';
import type { Call } from '../../../src/contract/spec/call.ts';
import { fakeEvent, holdCalls, privateEvent, sendError, sendJson } from '../fake-service.ts';
import { rejectAll, startReader } from './start-reader.ts';

const getEvent = { operation: 'getEvent', parameters: { id: '10' } } as const;
const firstPage = { operation: 'listEvents', parameters: { loc: '1', start: 0, count: 100 } } as const;

describe('a rejection', () => {
	it.each([
		['for half a minute', 110, 30_000],
		['as long as the event would be if it needs a token', 102, 1_200_000],
	])('of one resource is cached %s', async (_what, code, cachedMs) => {
		const { sharedReads, paths, pass } = await startReader(rejectAll(code));
		for (const ms of [0, cachedMs, 1]) {
			pass(ms);
			expect((await sharedReads.read(getEvent)).outcome).toMatchObject({ error: { code } });
		}
		expect(paths().filter((path) => path === '/v2/event/10')).toHaveLength(2);
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

describe('a list', () => {
	it('survives an unknown error, for half a minute without another call', async () => {
		let isBroken = false;
		const { sharedReads, paths, pass } = await startReader((_url, call, response) =>
			isBroken ? sendError(response, call, 999) : { events: [fakeEvent] },
		);
		for (const ms of [0, 25 * 60_000, 29_000]) {
			pass(ms);
			expect((await sharedReads.read(firstPage)).outcome.status).toBe(200);
			isBroken = true;
		}
		// The failing call is sent again for a shorter page.
		expect(paths()).toHaveLength(3);
	});
});

describe('an event', () => {
	/** A service with one event, in a list and on its own. */
	async function startOne(listed: object = {}, own: object = {}) {
		const parts = { listed: { ...fakeEvent, ...listed }, own: { ...fakeEvent, ...own } };
		const started = await startReader(({ pathname }, call, response) => {
			if (pathname.startsWith('/v2/loc')) return { locs: [] };
			if (pathname === '/v2/event/list') return { events: [parts.listed], total: 1 };
			return parts.own.id === '' ? sendError(response, call, 107) : parts.own;
		});
		const { sharedReads } = started;
		const readValue = async <Name extends ReadName>(call: Call<Name>) => {
			const { outcome } = await sharedReads.read(call);
			return 'value' in outcome ? outcome.value : undefined;
		};
		const inList = async () => (await readValue(firstPage))?.items[0];
		const itself = () => readValue(getEvent);
		return { ...started, parts, inList, itself };
	}

	it('is not read again by id while lists agree with it, and its counts change everywhere', async () => {
		const { inList, itself, pass, paths, sharedReads } = await startOne();
		const callsTo = (part: string) => paths().filter((path) => path.startsWith(part)).length;
		await itself();
		for (let times = 1; times <= 3; times++, pass(590_000)) {
			await sharedReads.read(firstPage, pass(0));
			expect(callsTo('/v2/event/list')).toBe(times);
			await itself();
		}
		expect(callsTo('/v2/event/10')).toBe(1);
		await sharedReads.afterWrite('10', { participantCount: 1 }, null);
		for (const shown of [await inList(), await itself()]) expect(shown?.participantCount).toBe(4);
	});

	it.each([
		['its place', { address: '', geo: '' }, { address: '', geo: null }],
		['the end of its text', { content: 'te' }, { content: 'te' }],
	])(
		'loses what its organizer has deleted an hour after its page was opened: %s',
		async (_what, deleted, left) => {
			const { inList, itself, parts, pass, sharedReads } = await startOne();
			await itself();
			await inList();
			parts.own = parts.listed = { ...parts.own, ...deleted };
			await sharedReads.read(firstPage, pass(3_600_001));
			expect(await inList()).toMatchObject(left);
		},
	);

	it.each([
		['a shorter place', { address: 'Hall 2' }, { address: 'Hall 2' }],
		['no place', { address: '', geo: '0 0' }, { address: '', geo: null }],
		['no times', { begin_time: '', end_time: '' }, { begin: null, end: null }],
		['no price', { fee_str: '' }, { price: null }],
		['no poster', { image: '', 'image-hlarge': '', 'image-lmobile': '' }, { posters: [] }],
		['a shorter text', { content: 'te' }, { content: 'te' }],
	])('that nobody has opened changes with its list: %s', async (_what, changed, shown) => {
		const { inList, parts, pass, paths, sharedReads } = await startOne({
			address: 'Hall 10, Main Street',
			fee_str: '¥9',
		});
		await inList();
		parts.listed = { ...parts.listed, ...changed };
		await sharedReads.read(firstPage, pass(600_001));
		expect({ price: null, ...(await inList()) }).toMatchObject(shown);
		expect(paths().filter((path) => path.startsWith('/v2/event/10'))).toEqual([]);
	});

	it('is read again when its page is opened if a list of it has changed', async () => {
		const { inList, itself, parts, pass, sharedReads } = await startOne({ content: 'te…' });
		await itself();
		parts.own = { ...parts.own, address: 'Hall 2', owner: { ...fakeEvent.owner, name: 'Other' } };
		parts.listed = { ...parts.listed, address: 'Hall 2' };
		await sharedReads.read(firstPage, pass(100_000));
		expect(await inList()).toMatchObject({ address: 'Hall 2', content: 'text', owner: { name: 'Owner' } });
		expect(await itself()).toMatchObject({ address: 'Hall 2', content: 'text', owner: { name: 'Other' } });
	});

	it('keeps fields that a list leaves out, and takes fields that a list has', async () => {
		const extras = { fee_str: '¥120', tags: 'jazz', time_str: '每天 10:00-18:00', subcategory_name: 'live' };
		const { inList, itself, pass, paths, parts } = await startOne(
			{ content: undefined, owner: undefined, tags: '' },
			extras,
		);
		await itself();
		parts.own = { ...parts.own, begin_time: '2026-11-21 18:00:00' };
		parts.listed = { ...parts.listed, begin_time: '2026-11-21 18:00:00', is_priv: '' };
		expect(await inList()).toMatchObject({ begin: '2026-11-21 18:00:00', content: 'text' });
		expect(await itself()).toMatchObject({
			begin: '2026-11-21 18:00:00',
			content: 'text',
			owner: { id: '1' },
			price: { text: '¥120' },
			tags: ['jazz'],
			hours: { opens: '10:00' },
			subtype: 'live',
		});
		const { length } = paths();
		pass(600_001);
		await itself();
		await expect.poll(() => paths().length).toBe(length + 1);
	});

	it.each([
		['an end', { end_time: undefined }, { end: '2026-11-21 21:00:00' }],
		['a place', { address: undefined, geo: undefined }, { address: 'a street' }],
		['counts', { participant_count: undefined }, { participantCount: 3 }],
		['the whole text', { content: 'te…' }, { content: 'text' }],
		['the rest', { content: 'A long evening [more]' }, { content: 'A long evening with many guests' }],
		['the number of its house', { address: 'Main Street' }, { address: '4 Main Street' }],
	])('that a list shows without %s has it when read by id', async (_what, listed, own) => {
		const { inList, itself, paths } = await startOne(listed, own);
		await inList();
		expect(await itself()).toMatchObject(own);
		await inList();
		expect(await itself()).toMatchObject(own);
		expect(paths()).toHaveLength(2);
	});

	it('has only the beginning of its text from a list, and the whole text when read by id', async () => {
		const content = 'word '.repeat(2_000);
		const { inList, itself, paths } = await startOne({ content }, { content });
		expect((await inList())?.content).toHaveLength(2_500);
		expect((await itself())?.content).toHaveLength(content.length);
		expect((await inList())?.content).toHaveLength(content.length);
		expect(paths()).toHaveLength(2);
	});

	it('survives an hour of unknown errors, and a service that answers everything with them', async () => {
		const broken = { event: false, cities: false };
		const { sharedReads, pass } = await startReader((url, call, response) => {
			const isBroken = url.pathname.startsWith('/v2/loc') ? broken.cities : broken.event;
			return isBroken
				? sendError(response, call, 999)
				: url.pathname.startsWith('/v2/loc')
					? { locs: [] }
					: fakeEvent;
		});
		const status = async (ms: number) => {
			pass(ms);
			await sharedReads.recheck('10');
			return (await sharedReads.read(getEvent)).outcome.status;
		};
		expect(await status(0)).toBe(200);
		broken.event = true;
		expect([await status(1_000), await status(3_500_000)]).toEqual([200, 200]);
		broken.cities = true;
		expect(await status(60_000)).toBe(200);
		broken.cities = false;
		expect(sharedReads.peekGone('10')).toBeUndefined();
		expect(await status(100_000)).toBe(404);
		expect(sharedReads.peekGone('10')).toBeDefined();
	});

	it.each([
		['was in a list', firstPage],
		['was absent without a token', getEvent],
	])(
		'leaves lists once a token has shown that it is private, though lists do not say so: %s',
		async (_case, call) => {
			const { inList, pass, sharedReads } = await startOne({ is_priv: undefined }, { id: '' });
			await sharedReads.read(call);
			await sharedReads.parsePrivate(getEvent, () => privateEvent);
			for (let times = 0; times < 3; times++) {
				expect(await inList()).toBeUndefined();
				pass(1_300_000);
			}
		},
	);

	it('is in no list if the service rejects reads of this event, but not of others', async () => {
		const two = { ...fakeEvent, id: '11' };
		const { sharedReads } = await startReader(({ pathname }, call, response) => {
			if (pathname === '/v2/event/list') return { events: [fakeEvent, two], total: 2 };
			return pathname === '/v2/event/11' ? two : sendError(response, call, 108);
		});
		const idsInList = async () => {
			const { outcome } = await sharedReads.read(firstPage);
			return 'value' in outcome ? outcome.value.items.map(({ id }) => id) : outcome.error;
		};
		expect(await idsInList()).toEqual(['10', '11']);
		for (const id of ['11', '10']) await sharedReads.read({ operation: 'getEvent', parameters: { id } });
		expect(await idsInList()).toEqual(['11']);
	});

	it('stays hidden even if a read that began before a token showed that it is private ends later', async () => {
		const { itself, pass, service, sharedReads } = await startOne();
		const { held, release } = holdCalls(service, ({ url }) => url === '/v2/event/10');
		const reading = itself();
		await expect.poll(() => held.length).toBe(1);
		pass(1);
		await sharedReads.parsePrivate(getEvent, () => privateEvent);
		release();
		expect(await reading).toBeUndefined();
		expect(sharedReads.peekEvent('10')).toBeUndefined();
	});

	it('stays public though a person’s token does not show it, unless it is absent for everyone', async () => {
		const { inList, parts, pass, sharedReads } = await startOne();
		await inList();
		pass(1);
		await sharedReads.recheck('10');
		expect(await inList()).toBeDefined();
		parts.own.id = '';
		pass(1);
		await sharedReads.recheck('10');
		expect(await inList()).toBeUndefined();
	});

	it('that is gone for everyone is not announced as canceled once a token shows that it is private', async () => {
		const { inList, parts, pass, sharedReads } = await startOne({ is_priv: undefined });
		await inList();
		parts.own.id = '';
		pass(1);
		await sharedReads.recheck('10');
		expect(sharedReads.peekGone('10')).toBeDefined();
		await sharedReads.parsePrivate(getEvent, () => privateEvent);
		expect(sharedReads.peekGone('10')).toBeUndefined();
		pass(1_300_000);
		expect(await inList()).toBeUndefined();
	});

	it('includes a write in its counts although the service counts it late, whatever is read until then', async () => {
		const { inList, itself, parts, pass, sharedReads, parse } = await startOne();
		await inList();
		const write = async (wisherCount: 1 | -1) => {
			const read = await parse(getEvent, () => parts.own);
			return (await sharedReads.afterWrite('10', { wisherCount }, read))?.wisherCount;
		};
		expect(await write(1)).toBe(5);
		expect((await inList())?.wisherCount).toBe(5);
		pass(1);
		await sharedReads.recheck('10');
		expect((await itself())?.wisherCount).toBe(5);
		expect(await write(-1)).toBe(4);
		expect(await write(1)).toBe(5);
		pass(31_000);
		parts.own = parts.listed = { ...parts.own, wisher_count: 5 };
		for (const shown of [await itself(), await inList()]) expect(shown?.wisherCount).toBe(5);
		pass(1_300_000);
		expect((await inList())?.wisherCount).toBe(5);
	});

	it.each([
		['had never been read', 0, { participantCount: 1 }],
		['was read before', 1, { participantCount: 1 }],
		['was read before, and whose write may have been lost', 1, {}],
	] as const)('that %s is read again half a minute after a write', async (_case, reads, steps) => {
		const { inList, itself, parts, pass, sharedReads } = await startOne();
		for (let times = 0; times < reads; times++) await itself();
		await sharedReads.afterWrite('10', steps, null);
		pass(1);
		await sharedReads.recheck('10');
		await inList();
		parts.own = { ...parts.own, participant_count: 5 };
		pass(30_000);
		await expect.poll(async () => (await itself())?.participantCount).toBe(5);
	});
});

it.each([
	['after midnight at the service', 'Asia/Shanghai', 3 * 60 + 58],
	['when it may be midnight at a service whose zone is unknown', null, 28],
])(
	'a list of a day is read again %s, a list of upcoming events is not',
	async (_when, zone, minutesBefore) => {
		const list = { count: 1, start: 0, total: 1, events: [fakeEvent] };
		const { sharedReads, paths, pass } = await startReader(() => list, zone);
		const readBoth = async () => {
			for (const day_type of ['today', 'future'] as const)
				await sharedReads.read({ operation: 'listEvents', parameters: { loc: '1', day_type } });
		};
		for (const minutes of [minutesBefore, 1, 2, 1]) {
			pass(minutes * 60_000);
			await readBoth();
		}
		const days = paths().map((path) => new URLSearchParams(path.split('?')[1]).get('day_type'));
		expect(days).toEqual(['today', 'future', 'today']);
	},
);
