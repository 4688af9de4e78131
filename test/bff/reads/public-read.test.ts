import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/bff/http/problem.ts';
import type { OperationName } from '../../../src/contract/spec/operations.ts';
import { anybodysEvent, fakeEvent } from '../fake-service.ts';
import { rejection, writeService } from './written-service.ts';

const listPath = '/v2/event/list?loc=108288';
const { content: _content, album: _album, alt: _alt, adapt_url: _adaptUrl, ...cutEvent } = fakeEvent;
const eventList = (events: unknown[]) => ({ count: events.length, start: 0, total: events.length, events });
const readList = async (events: unknown[]) => {
	const { read, lines } = writeService(() => ({ body: eventList(events) }));
	return { ...(await read('listEvents', listPath)), lines };
};

describe('a public read', () => {
	it('calls the service once, with GET, the path, and no token', async () => {
		const { read, calls } = writeService(() => ({ body: fakeEvent }));
		await read('getEvent', '/v2/event/10');
		expect(calls.map((call) => call.slice(0, 3))).toStrictEqual([['GET', '/v2/event/10', undefined]]);
	});

	it('returns an event without what it says of the caller, and says that it is public', async () => {
		const { read, lines } = writeService(() => ({ body: fakeEvent }));
		expect(await read('getEvent', '/v2/event/10')).toStrictEqual({
			status: 200,
			body: JSON.stringify(anybodysEvent),
			code: undefined,
			wasCut: false,
			events: [{ id: '10', isPublic: true }],
		});
		expect(lines).toStrictEqual([]);
	});

	for (const [flag, isPublic] of [
		['no', true],
		['', true],
		['yes', false],
		['perhaps', false],
	] as const)
		it(`says whether an event with the flag "${flag}" is public`, async () => {
			const { read } = writeService(() => ({ body: { ...fakeEvent, is_priv: flag } }));
			const { events } = await read('getEvent', '/v2/event/10');
			expect(events).toStrictEqual([{ id: '10', isPublic }]);
			const list = await readList([{ ...fakeEvent, is_priv: flag }]);
			expect(list.events).toStrictEqual([{ id: '10', isPublic }]);
			expect(list.alongside?.[0]?.response.events).toStrictEqual([{ id: '10', isPublic }]);
		});

	it('passes an event that cannot be read on as it is, contains no event, and logs the reason once', async () => {
		const { read, lines } = writeService(() => ({ body: { title: 'No id' } }));
		expect(await read('getEvent', '/v2/event/10')).toStrictEqual({
			status: 200,
			body: '{"title":"No id"}',
			code: undefined,
			wasCut: false,
			events: [],
		});
		expect(lines).toStrictEqual([
			[{ path: '/v2/event/10', reason: 'an event has no id' }, 'the body of a response cannot be read'],
		]);
	});

	it('returns null for an empty body', async () => {
		const { read } = writeService(() => ({}));
		expect(await read('getEvent', '/v2/event/10')).toMatchObject({ status: 200, body: 'null', events: [] });
	});

	it('fails with any other error than that of a body that cannot be read, and logs nothing', async () => {
		const body = {
			toJSON: () => ({}),
			get id(): string {
				throw new RangeError('a defect');
			},
		};
		const { read, lines } = writeService(() => ({ body }));
		await expect(read('getEvent', '/v2/event/10')).rejects.toThrow(new RangeError('a defect'));
		expect(lines).toStrictEqual([]);
	});

	it('fails as the call of the service does', async () => {
		const problem = new ProblemError('service_timeout', 'late');
		const { read } = writeService(() => {
			throw problem;
		});
		await expect(read('getEvent', '/v2/event/10')).rejects.toBe(problem);
	});

	it('passes an error response on with its code, and does not read it as an event or a list', async () => {
		const { read, lines } = writeService(() => rejection(400, 121));
		const expected = {
			status: 400,
			body: '{"code":121,"msg":"a_name","request":"GET /"}',
			code: 121,
			wasCut: false,
		};
		expect(await read('getEvent', '/v2/event/10')).toStrictEqual(expected);
		expect(await read('listEvents', listPath)).toStrictEqual(expected);
		expect(lines).toStrictEqual([]);
	});

	it('signs the pictures before it cuts, reads and keeps a body', async () => {
		const events = [{ ...fakeEvent, title: 'signed' }];
		const { read } = writeService(
			() => ({ body: eventList([fakeEvent]) }),
			() => eventList(events),
		);
		const { body, alongside } = await read('listEvents', listPath);
		expect(JSON.parse(body)).toStrictEqual(eventList([{ ...cutEvent, title: 'signed' }]));
		expect(alongside?.[0]?.response.body).toBe(JSON.stringify({ ...anybodysEvent, title: 'signed' }));
	});
});

describe('a public read of a list of events', () => {
	it('leaves out the fields that lists do not need, and contains each event whole alongside', async () => {
		const { lines, ...response } = await readList([fakeEvent]);
		const events = [{ id: '10', isPublic: true }];
		expect(response).toStrictEqual({
			status: 200,
			body: JSON.stringify(eventList([cutEvent])),
			code: undefined,
			wasCut: true,
			events,
			alongside: [
				{ path: '/v2/event/10', response: { status: 200, body: JSON.stringify(anybodysEvent), events } },
			],
		});
		expect(lines).toStrictEqual([]);
	});

	const { owner: _owner, ...withoutOwner } = fakeEvent;
	for (const [name, event] of Object.entries({
		'without its text': cutEvent,
		'without its owner': withoutOwner,
		'whose id would lead to another operation': { ...fakeEvent, id: '10/participants' },
		'whose id cannot be part of a path': { ...fakeEvent, id: '..' },
	}))
		it(`contains no event alongside ${name}`, async () => {
			const whole = { ...fakeEvent, id: '11' };
			const { events, alongside, lines } = await readList([event, whole]);
			expect(events).toStrictEqual([
				{ id: event.id, isPublic: true },
				{ id: '11', isPublic: true },
			]);
			expect(alongside?.map(({ path }) => path)).toStrictEqual(['/v2/event/11']);
			expect(lines).toStrictEqual([]);
		});

	it('logs elements that cannot be read once, with their number and the first reason', async () => {
		const { events, lines } = await readList([null, fakeEvent, { title: 'No id' }]);
		expect(events).toStrictEqual([{ id: '10', isPublic: true }]);
		expect(lines).toStrictEqual([
			[
				{ path: listPath, count: 2, reason: 'an event is null, not an object' },
				'elements of a list cannot be read and are left out',
			],
		]);
	});

	it('passes a list that cannot be read on as it is, contains no event, and logs the reason once', async () => {
		const { read, lines } = writeService(() => ({ body: { events: 'none' } }));
		expect(await read('listEvents', listPath)).toStrictEqual({
			status: 200,
			body: '{"events":"none"}',
			code: undefined,
			wasCut: false,
			events: [],
			alongside: [],
		});
		expect(lines).toStrictEqual([
			[{ path: listPath, reason: 'a list of events has no array' }, 'the body of a response cannot be read'],
		]);
	});
});

describe('a public read of anything else', () => {
	it('contains no events', async () => {
		const bodies = {
			listLocs: { locs: [{ id: '1' }] },
			getLoc: { id: '1' },
			listWishers: { users: [{ id: '1' }] },
		};
		for (const [name, body] of Object.entries(bodies)) {
			const { read, lines } = writeService(() => ({ body }));
			const response = await read(name as OperationName, '/a/path');
			const expected = { status: 200, body: JSON.stringify(body), code: undefined, wasCut: false };
			expect(response, name).toStrictEqual(expected);
			expect(lines, name).toStrictEqual([]);
		}
	});

	it('logs cities that cannot be read, and passes the list on', async () => {
		const body = { locs: [{ id: '1' }, { name: 'No id' }] };
		const { read, lines } = writeService(() => ({ body }));
		expect((await read('listLocs', '/v2/loc/list')).body).toBe(JSON.stringify(body));
		expect(lines).toStrictEqual([
			[
				{ path: '/v2/loc/list', count: 1, reason: 'a city has no id' },
				'elements of a list cannot be read and are left out',
			],
		]);
	});

	it('logs a list of cities that cannot be read', async () => {
		const { read, lines } = writeService(() => ({ body: {} }));
		expect((await read('listLocs', '/v2/loc/list')).body).toBe('{}');
		expect(lines).toStrictEqual([
			[
				{ path: '/v2/loc/list', reason: 'a list of cities has no array' },
				'the body of a response cannot be read',
			],
		]);
	});
});
