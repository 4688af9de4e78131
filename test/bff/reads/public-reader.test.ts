import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/bff/http/problem.ts';
import type { Caller } from '../../../src/bff/reads/caller.ts';
import { createPublicReader } from '../../../src/bff/reads/public-reader.ts';
import { createSharedCache } from '../../../src/bff/reads/shared-cache.ts';
import { createTokenNeeds } from '../../../src/bff/reads/token-needs.ts';
import { readEvent } from '../../../src/contract/event/event.ts';
import { UnreadableError } from '../../../src/contract/event/fields.ts';
import { anybodysEvent, fakeEvent } from '../fake-service.ts';
import { rejection, type WrittenResponse, writeService } from './written-service.ts';

const { content: _content, album: _album, alt: _alt, adapt_url: _adaptUrl, ...cutEvent } = fakeEvent;
const eventWith = (id: string, more = {}) => ({ ...fakeEvent, id, ...more });
const cutEventWith = (id: string, more = {}) => ({ ...cutEvent, id, ...more });
const locWith = (id: string, uid = `city-${id}`) => ({
	id,
	name: `City ${id}`,
	uid,
	parent: 'china',
	habitable: 'yes',
});
const numbers = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from) }, (_none, index) => String(from + index));
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const pageOf = (url: URL) => ({
	start: Number(url.searchParams.get('start')),
	count: Number(url.searchParams.get('count')),
});
const unreachable = () => new ProblemError('service_unreachable', 'away');
/** The problem with which a read fails; undefined when it does not fail with one. */
const problemOf = (work: Promise<unknown>) =>
	work.then(
		() => undefined,
		(error: unknown) => (error instanceof ProblemError ? error.problem : undefined),
	);

/** Reads that all fail in the same way. */
const readsOf = (respond: (url: URL) => WrittenResponse) => {
	const { reader } = writeService(respond);
	return {
		firstPage: () => reader.firstPage({ loc: '1' }),
		events: () => reader.events({ loc: '1' }, 5),
		locs: () => reader.locs(),
		findLoc: () => reader.findLoc('beijing'),
		event: () => reader.event('10'),
	};
};

describe('reading one event', () => {
	it('returns a public event with its path and the body of the service', async () => {
		const { reader, paths } = writeService(() => ({ body: fakeEvent }));
		expect(await reader.event('10')).toStrictEqual({
			state: 'public',
			event: readEvent(anybodysEvent),
			path: '/v2/event/10',
			body: anybodysEvent,
		});
		expect(paths()).toStrictEqual(['/v2/event/10']);
	});

	for (const flag of ['yes', 'Y', true, 1, 'perhaps', 2])
		it(`says of an event with the private flag ${JSON.stringify(flag)} only that it is hidden`, async () => {
			const { reader } = writeService(() => ({ body: eventWith('10', { is_priv: flag }) }));
			expect(await reader.event('10')).toStrictEqual({ state: 'hidden' });
		});

	for (const [name, response] of Object.entries({
		'code 107': rejection(400, 107),
		'code 121': rejection(400, 121),
		'status 404': { status: 404, body: {} },
		'status 410': { status: 410, body: {} },
	}))
		it(`says that an event is absent after ${name}`, async () => {
			const { reader, lines } = writeService(() => response);
			expect(await reader.event('10')).toStrictEqual({ state: 'absent' });
			expect(lines).toStrictEqual([]);
		});

	for (const id of ['', '.', '..', 'a/../b', '10/participants', 'list', 'a\nb', 'x'.repeat(201)])
		it(`says that ${JSON.stringify(id.slice(0, 20))} is absent without a call`, async () => {
			const { reader, paths } = writeService(() => ({ body: fakeEvent }));
			expect(await reader.event(id)).toStrictEqual({ state: 'absent' });
			expect(paths()).toStrictEqual([]);
		});

	it('makes one call for an event that is read twice', async () => {
		const { reader, paths } = writeService(() => ({ body: fakeEvent }));
		expect(await reader.event('10')).toStrictEqual(await reader.event('10'));
		expect(paths()).toHaveLength(1);
	});

	it('gives the same object for the same response, by which a page is known', async () => {
		const { reader } = writeService((url) => ({
			body: url.pathname.endsWith('/list') ? { events: [fakeEvent] } : fakeEvent,
		}));
		expect(await reader.event('10')).toBe(await reader.event('10'));
		expect(await reader.firstPage({})).toBe(await reader.firstPage({}));
	});

	it('makes no call for an event that a list contained whole', async () => {
		const { reader, paths } = writeService(() => ({ body: { events: [fakeEvent] } }));
		await reader.firstPage({});
		expect(await reader.event('10')).toMatchObject({ state: 'public', body: anybodysEvent });
		expect(paths()).toHaveLength(1);
	});
});

describe('every public read', () => {
	for (const [status, code, reason] of [
		[400, 102, 'sign_in_required'],
		[400, 108, 'sign_in_required'],
		[403, 1000, 'sign_in_required'],
		[400, 112, 'overloaded'],
		[400, 113, 'service_rejected'],
		[400, 999, 'service_rejected'],
		[500, 999, 'service_unreachable'],
	] as const)
		it(`fails with ${reason} when the service responds with status ${status} and code ${code}`, async () => {
			const reads = readsOf(() => rejection(status, code));
			for (const [name, read] of Object.entries(reads))
				expect(await problemOf(read()), name).toMatchObject({ reason, code });
		});

	it('names the way out where the service wants a token: signing in, with a status that ends no session', async () => {
		const { event } = readsOf(() => rejection(400, 102));
		expect(await problemOf(event())).toStrictEqual({
			type: 'about:blank',
			title: 'For signed-in people only',
			status: 403,
			detail: 'The service shows this to signed-in people only. Please sign in.',
			reason: 'sign_in_required',
			code: 102,
		});
	});

	it('fails as the call does when the service cannot be reached', async () => {
		const problem = unreachable();
		const reads = readsOf(() => {
			throw problem;
		});
		for (const read of Object.values(reads)) await expect(read()).rejects.toBe(problem);
	});

	it('fails with the reason as the cause when the body cannot be read', async () => {
		const reads = readsOf(() => ({ body: {} }));
		for (const [name, read] of Object.entries(reads)) {
			const error: unknown = await read().catch((thrown: unknown) => thrown);
			if (!(error instanceof ProblemError)) throw new Error(`${name} did not fail with a problem`);
			expect(error.problem, name).toMatchObject({
				reason: 'service_invalid_response',
				detail: 'The service sent a response that cannot be read.',
			});
			expect(error.cause, name).toBeInstanceOf(UnreadableError);
		}
	});

	it('of a list fails when the service says that there is no such list', async () => {
		const { firstPage, events, locs, findLoc } = readsOf(() => rejection(400, 121));
		for (const read of [firstPage, events, locs, findLoc])
			expect(await problemOf(read())).toMatchObject({ reason: 'service_rejected', code: 121 });
	});

	it('fails with a defect’s own error, not with a problem of the service', async () => {
		const read = async () => ({ status: 200, body: 'no JSON' });
		const reader = createPublicReader(read, createSharedCache(), createTokenNeeds(Date.now), (body) => body);
		await expect(reader.locs()).rejects.toThrow(SyntaxError);
		await expect(reader.events({}, 5)).rejects.toThrow(SyntaxError);
	});
});

describe('the first page of a list', () => {
	const input = { loc: '108288', day_type: 'today', type: 'music' };
	const path = '/v2/event/list?loc=108288&day_type=today&type=music&start=0&count=20';

	it('is the one that the app requests, without the fields that lists leave out', async () => {
		const list = { count: 2, start: 0, total: 2 };
		const { reader, paths } = writeService(() => ({
			body: { ...list, events: [eventWith('1'), eventWith('2')] },
		}));
		const events = [cutEventWith('1'), cutEventWith('2')];
		expect(await reader.firstPage(input)).toStrictEqual({
			events: events.map(readEvent),
			path,
			body: { ...list, events },
		});
		expect(paths()).toStrictEqual([path]);
	});

	it('has null in place of events that are private, unclear or cannot be read', async () => {
		const { reader } = writeService(() => ({
			body: {
				total: 4,
				events: [
					eventWith('1', { is_priv: 'yes' }),
					eventWith('2'),
					eventWith('3', { is_priv: 'perhaps' }),
					{ title: 'No id' },
				],
			},
		}));
		const { events, body } = await reader.firstPage(input);
		expect(idsOf(events)).toStrictEqual(['2']);
		expect(body).toStrictEqual({ total: 4, events: [null, cutEventWith('2'), null, null] });
	});

	it('is empty when the list is empty', async () => {
		const { reader } = writeService(() => ({ body: { events: [] } }));
		expect(await reader.firstPage(input)).toStrictEqual({ events: [], path, body: { events: [] } });
	});

	it('logs what was dropped once, however often it is read', async () => {
		const { reader, lines } = writeService(() => ({ body: { events: [null, fakeEvent, 7] } }));
		await reader.firstPage(input);
		await reader.firstPage(input);
		expect(lines).toStrictEqual([
			[
				{ path, count: 2, reason: 'an event is null, not an object' },
				'elements of a list cannot be read and are left out',
			],
		]);
	});
});

describe('the first events of a list', () => {
	/** A list of `total` events; at most `cap` of them in a page. */
	const listOf = (total: number, { cap = 1_000, saysTotal = true } = {}) =>
		writeService((url) => {
			const { start, count } = pageOf(url);
			const ids = numbers(start, Math.min(total, start + Math.min(count, cap)));
			const events = ids.map((id) => eventWith(id));
			return { body: { start, ...(saysTotal ? { total } : {}), events } };
		});
	const listPath = (start: number, count: number) => `/v2/event/list?loc=1&start=${start}&count=${count}`;

	it('are requested in one page when they fit', async () => {
		const { reader, paths } = listOf(500);
		expect(idsOf(await reader.events({ loc: '1' }, 30))).toStrictEqual(numbers(0, 30));
		expect(paths()).toStrictEqual([listPath(0, 30)]);
	});

	it('are requested in pages of 100, the last one only as long as needed', async () => {
		const { reader, paths } = listOf(500);
		expect(idsOf(await reader.events({ loc: '1' }, 250))).toStrictEqual(numbers(0, 250));
		expect(paths()).toStrictEqual([listPath(0, 100), listPath(100, 100), listPath(200, 50)]);
	});

	it('are all of a list that is shorter, without a call beyond its total', async () => {
		const { reader, paths } = listOf(120);
		expect(idsOf(await reader.events({ loc: '1' }, 250))).toStrictEqual(numbers(0, 120));
		expect(paths()).toStrictEqual([listPath(0, 100), listPath(100, 100)]);
	});

	it('are read to an empty page when the service gives no total', async () => {
		const { reader, paths } = listOf(120, { saysTotal: false });
		expect(idsOf(await reader.events({ loc: '1' }, 250))).toStrictEqual(numbers(0, 120));
		expect(paths()).toStrictEqual([listPath(0, 100), listPath(100, 100), listPath(120, 100)]);
	});

	it('continue where a page ended that is shorter than requested', async () => {
		const { reader, paths } = listOf(500, { cap: 20 });
		expect(idsOf(await reader.events({ loc: '1' }, 50))).toStrictEqual(numbers(0, 50));
		expect(paths()).toStrictEqual([listPath(0, 50), listPath(20, 30), listPath(40, 10)]);
	});

	it('are no more than requested when the service sends more', async () => {
		const events = numbers(0, 5).map((id) => eventWith(id));
		const { reader, paths } = writeService(() => ({ body: { events } }));
		expect(idsOf(await reader.events({ loc: '1' }, 2))).toStrictEqual(['0', '1']);
		expect(paths()).toHaveLength(1);
	});

	it('are none, without a call, when none are requested', async () => {
		const { reader, paths } = listOf(5);
		expect(await reader.events({ loc: '1' }, 0)).toStrictEqual([]);
		expect(paths()).toStrictEqual([]);
	});

	for (const more of [{}, { start: 0 }, { start: 0, total: 50 }])
		it(`end when the service ignores paging and adds ${JSON.stringify(more)}`, async () => {
			const events = ['1', '2'].map((id) => eventWith(id));
			const { reader, paths } = writeService(() => ({ body: { ...more, events } }));
			expect(idsOf(await reader.events({ loc: '1' }, 50))).toStrictEqual(['1', '2']);
			expect(paths()).toStrictEqual([listPath(0, 50), listPath(2, 48)]);
		});

	it('contain an event once that is on two pages, as the later page has it', async () => {
		const { reader } = writeService((url) => {
			const isFirst = pageOf(url).start === 0;
			const ids = isFirst ? ['1', '2'] : ['2', '3'];
			const events = ids.map((id) => eventWith(id, { title: isFirst ? 'first' : 'second' }));
			return { body: { total: 4, events } };
		});
		const events = await reader.events({ loc: '1' }, 10);
		expect(events.map(({ id, title }) => [id, title])).toStrictEqual([
			['1', 'first'],
			['2', 'second'],
			['3', 'second'],
		]);
	});

	it('are only those that are public', async () => {
		const events = [
			eventWith('1', { is_priv: 'yes' }),
			eventWith('2'),
			eventWith('3', { is_priv: 'perhaps' }),
		];
		const { reader } = writeService(() => ({ body: { total: 3, events } }));
		expect(idsOf(await reader.events({ loc: '1' }, 10))).toStrictEqual(['2']);
	});

	it('come from at most 100 pages', async () => {
		const { reader, paths } = listOf(100_000, { cap: 1, saysTotal: false });
		expect(idsOf(await reader.events({ loc: '1' }, 1_000))).toStrictEqual(numbers(0, 100));
		expect(paths()).toHaveLength(100);
	});

	const breakingOff = (firstPage: unknown[], second: () => WrittenResponse) =>
		writeService((url) =>
			pageOf(url).start === 0 ? { body: { total: 9, events: firstPage } } : second(),
		).reader.events({ loc: '1' }, 9);
	const failures: Record<string, () => WrittenResponse> = {
		'cannot be reached': () => {
			throw unreachable();
		},
		'is rejected': () => rejection(400, 112),
		'cannot be read': () => ({ body: {} }),
	};
	for (const [name, second] of Object.entries(failures)) {
		it(`are those of the pages before one that ${name}`, async () => {
			expect(idsOf(await breakingOff([eventWith('1')], second))).toStrictEqual(['1']);
		});

		it(`fail when no public event came before a page that ${name}`, async () => {
			const hidden = [eventWith('1', { is_priv: 'yes' })];
			expect(await problemOf(breakingOff(hidden, second))).toBeDefined();
		});
	}

	it('fail when a later page fails with an error of another kind', async () => {
		const defect = new RangeError('a defect');
		const second = () => {
			throw defect;
		};
		await expect(breakingOff([eventWith('1')], second)).rejects.toBe(defect);
	});
});

describe('the cities', () => {
	/** `total` cities in pages of `size`, whatever was requested. */
	const citiesOf = (total: number, size: number, more: object = { total }) =>
		writeService((url) => {
			const { start } = pageOf(url);
			const locs = numbers(start, Math.min(total, start + size)).map((id) => locWith(id));
			return { body: { start, ...more, locs } };
		});
	const locPath = (start: number) => `/v2/loc/list?start=${start}&count=100`;

	it('are read page by page to the total', async () => {
		const { reader, paths } = citiesOf(250, 100);
		const locs = await reader.locs();
		expect(idsOf(locs)).toStrictEqual(numbers(0, 250));
		expect(locs[0]).toStrictEqual({
			id: '0',
			name: 'City 0',
			uid: 'city-0',
			parent: 'china',
			isHabitable: true,
		});
		expect(paths()).toStrictEqual([locPath(0), locPath(100), locPath(200)]);
	});

	it('are read to an empty page when the service gives no total', async () => {
		const { reader, paths } = citiesOf(30, 20, {});
		expect(idsOf(await reader.locs())).toStrictEqual(numbers(0, 30));
		expect(paths()).toStrictEqual([locPath(0), locPath(20), locPath(30)]);
	});

	it('are at most 10000 of a list that never ends', async () => {
		const { reader, paths } = citiesOf(1_000_000, 200, {});
		expect(await reader.locs()).toHaveLength(10_000);
		expect(paths()).toHaveLength(50);
		expect(paths().at(-1)).toBe(locPath(9_800));
	});

	it('come from at most 100 pages', async () => {
		const { reader, paths } = citiesOf(1_000_000, 1, {});
		expect(await reader.locs()).toHaveLength(100);
		expect(paths()).toHaveLength(100);
	});

	it('end when the service ignores paging, and each is listed once', async () => {
		const { reader, paths } = writeService(() => ({
			body: { total: 50, locs: [locWith('1'), locWith('2')] },
		}));
		expect(idsOf(await reader.locs())).toStrictEqual(['1', '2']);
		expect(paths()).toHaveLength(2);
	});

	it('are requested eight pages at once, each once, as soon as two pages have followed each other', async () => {
		const waiting: (() => void)[] = [];
		const { reader, paths } = writeService(async (url) => {
			await new Promise<void>((resolve) => waiting.push(resolve));
			const { start } = pageOf(url);
			return {
				body: { start, total: 250, locs: numbers(start, Math.min(start + 20, 250)).map((id) => locWith(id)) },
			};
		});
		const reading = reader.locs();
		for (const pages of [1, 1, 8]) {
			await expect.poll(() => waiting.length).toBe(pages);
			for (const respond of waiting.splice(0)) respond();
		}
		await expect.poll(() => waiting.length).toBe(3);
		for (const respond of waiting.splice(0)) respond();
		expect(idsOf(await reading)).toStrictEqual(numbers(0, 250));
		expect(paths()).toHaveLength(13);
	});

	it('are requested one page after the other where each is the same', async () => {
		const { reader, paths } = writeService(() => ({
			body: { total: 250, locs: numbers(0, 20).map((id) => locWith(id)) },
		}));
		await reader.locs();
		expect(paths()).toHaveLength(2);
	});

	it('fail as a whole when a later page fails', async () => {
		for (const fail of [() => rejection(400, 112), () => ({ body: {} })]) {
			const { reader } = writeService((url) =>
				pageOf(url).start === 0 ? { body: { total: 2, locs: [locWith('1')] } } : fail(),
			);
			expect(await problemOf(reader.locs())).toBeDefined();
			expect(await problemOf(reader.findLoc('1'))).toBeDefined();
		}
	});

	it('are fetched once, and a cached response is read once', async () => {
		const { reader, paths } = citiesOf(3, 100);
		await reader.locs();
		const [second, third] = [await reader.locs(), await reader.locs()];
		expect(paths()).toHaveLength(1);
		expect(third[0]).toBe(second[0]);
	});

	it('are found by short name, and by id', async () => {
		const { reader } = citiesOf(150, 100);
		expect((await reader.findLoc('city-120'))?.id).toBe('120');
		expect((await reader.findLoc('120'))?.uid).toBe('city-120');
		expect(await reader.findLoc('city-150')).toBeNull();
		expect(await reader.findLoc('')).toBeNull();
	});

	it('are not asked for where the text cannot be an identifier', async () => {
		const { reader, paths } = citiesOf(3, 100);
		for (const text of ['', '..', 'x/../y', 'x'.repeat(201), 'a\u0000b'])
			expect(await reader.findLoc(text)).toBeNull();
		expect(paths()).toEqual([]);
	});

	/** A list of which only the first city can be read, in front of a service that knows more. */
	const partOf = (total: number | undefined, respond: (id: string) => WrittenResponse) =>
		writeService(({ pathname }) =>
			pathname === '/v2/loc/list'
				? { body: { total, locs: [locWith('1')] } }
				: respond(decodeURIComponent(pathname.replace('/v2/loc/', ''))),
		);

	it('are asked for one by one where the list cannot be read to its end', async () => {
		const { reader, paths } = partOf(9, (id) =>
			id === 'city-7' ? { body: locWith('7') } : rejection(400, 107),
		);
		expect((await reader.findLoc('city-7'))?.id).toBe('7');
		expect(await reader.findLoc('city-8')).toBeNull();
		expect(paths().filter((path) => !String(path).includes('list'))).toStrictEqual([
			'/v2/loc/city-7',
			'/v2/loc/city-8',
		]);
	});

	it('are not asked for one by one where the list is whole, or where the name is none', async () => {
		const whole = partOf(1, () => ({ body: locWith('7') }));
		expect(await whole.reader.findLoc('city-7')).toBeNull();
		expect(whole.paths()).toHaveLength(1);
		const part = partOf(9, () => ({ body: locWith('7') }));
		expect(await part.reader.findLoc('list')).toBeNull();
		expect(part.paths()).not.toContain('/v2/loc/list');
	});

	it('are not known where the service responds with another one', async () => {
		const { reader } = partOf(9, () => ({ body: locWith('2') }));
		expect(await reader.findLoc('city-7')).toBeNull();
	});

	it('have their ids as short names when cities on two pages share one', async () => {
		const { reader } = writeService((url) => ({
			body: { total: 2, locs: [locWith(pageOf(url).start === 0 ? '1' : '2', 'twin')] },
		}));
		expect((await reader.locs()).map(({ uid }) => uid)).toStrictEqual(['1', '2']);
		expect(await reader.findLoc('twin')).toBeNull();
		expect((await reader.findLoc('2'))?.id).toBe('2');
	});

	it('leave out what cannot be read, which is logged once', async () => {
		const { reader, lines } = writeService(() => ({
			body: { total: 2, locs: [locWith('1'), { name: 'No id' }] },
		}));
		await reader.locs();
		expect(idsOf(await reader.locs())).toStrictEqual(['1']);
		expect(lines).toStrictEqual([
			[
				{ path: locPath(0), count: 1, reason: 'a city has no id' },
				'elements of a list cannot be read and are left out',
			],
		]);
	});
});

describe('reading for a person', () => {
	/** A caller whose reads a test writes. */
	const callerOf = (respond: (path: string) => WrittenResponse) => {
		const asked: string[] = [];
		const caller: Caller = {
			sessionId: 'session',
			async read(path) {
				asked.push(path);
				const nothing = {
					status: 200,
					body: undefined,
					error: undefined,
					limitHeaders: {},
					retryAfter: undefined,
				};
				return { ...nothing, ...respond(path) };
			},
		};
		return { caller, asked };
	};

	it('goes without the token where strangers may read', async () => {
		const { reader, paths } = writeService(() => ({ body: fakeEvent }));
		const { caller, asked } = callerOf(() => ({ body: fakeEvent }));
		expect(await reader.as(caller).event('10')).toMatchObject({ state: 'public' });
		expect([paths().length, asked]).toStrictEqual([1, []]);
	});

	it.each([
		['closed', 400, 102],
		['limited', 400, 112],
	])(
		'goes with the token where it is %s to strangers, and is kept for nobody',
		async (_what, status, code) => {
			const { reader } = writeService(() => rejection(status, code));
			const { caller, asked } = callerOf(() => ({ body: fakeEvent }));
			for (let times = 0; times < 2; times++)
				expect(await reader.as(caller).event('10')).toMatchObject({ state: 'public' });
			expect(asked).toStrictEqual(['/v2/event/10', '/v2/event/10']);
			expect(await problemOf(reader.event('10'))).toMatchObject({ code });
		},
	);

	it('shows a private event to nobody all the same: what comes of it is public', async () => {
		const { reader } = writeService(() => rejection(400, 102));
		const { caller } = callerOf(() => ({ body: eventWith('10', { is_priv: 'yes' }) }));
		expect(await reader.as(caller).event('10')).toStrictEqual({ state: 'hidden' });
	});

	it('says that the service rejects it where the token does not help', async () => {
		const { reader } = writeService(() => rejection(400, 102));
		const { caller } = callerOf(() => rejection(400, 108));
		expect(await problemOf(reader.as(caller).event('10'))).toMatchObject({
			reason: 'service_rejected',
			status: 400,
			code: 108,
		});
	});

	it('has the pictures of what it read signed', async () => {
		const sign = (body: unknown) => ({ ...(body as object), title: 'signed' });
		const { reader } = writeService(() => rejection(400, 102), sign);
		const { caller } = callerOf(() => ({ body: fakeEvent }));
		expect(await reader.as(caller).event('10')).toMatchObject({ body: { title: 'signed' } });
	});

	it('finds a city by one call, once for each session, and by the list where the service knows no short names', async () => {
		const { reader } = writeService(() => rejection(400, 102));
		const { caller, asked } = callerOf((path) =>
			path.startsWith('/v2/loc/list')
				? { body: { total: 1, locs: [locWith('2', 'two')] } }
				: path === '/v2/loc/one'
					? { body: locWith('1', 'one') }
					: rejection(400, 107),
		);
		for (let times = 0; times < 2; times++) expect((await reader.as(caller).findLoc('one'))?.id).toBe('1');
		expect(asked).toStrictEqual(['/v2/loc/one']);
		expect((await reader.as(caller).findLoc('two'))?.id).toBe('2');
		expect(await reader.as(caller).findLoc('three')).toBeNull();
	});

	it('remembers the cities of 5,000 people and cities, and forgets those that were found first', async () => {
		const { reader } = writeService(() => rejection(400, 102));
		const { caller, asked } = callerOf(() => ({ body: locWith('1', 'one') }));
		const findAs = (index: number) => reader.as({ ...caller, sessionId: `session ${index}` }).findLoc('one');
		for (let index = 0; index <= 5_000; index++) await findAs(index);
		asked.length = 0;
		await findAs(5_000);
		await findAs(1);
		expect(asked).toStrictEqual([]);
		await findAs(0);
		expect(asked).toStrictEqual(['/v2/loc/one']);
	});

	it('asks a service that shows strangers nothing for them twice, and not for each of them', async () => {
		const { reader, paths } = writeService(() => rejection(400, 102));
		for (let stranger = 0; stranger < 5; stranger++)
			expect(await problemOf(reader.firstPage({ loc: '1' }))).toMatchObject({ reason: 'sign_in_required' });
		expect(paths()).toHaveLength(2);
	});

	it('remembers of 5,000 people that lists are closed to them, and forgets the first', async () => {
		const { reader } = writeService(() => rejection(400, 102));
		const { caller, asked } = callerOf(() => rejection(400, 108));
		const read = (person: number) =>
			problemOf(reader.as({ ...caller, sessionId: `${person}` }).extraCards({ loc: '1' }, 100));
		for (let person = 0; person <= 5_000; person++) await read(person);
		expect(asked).toHaveLength(5_001);
		expect(await read(5_000)).toMatchObject({ code: 108 });
		expect(asked).toHaveLength(5_001);
		await read(0);
		expect(asked).toHaveLength(5_002);
	});

	it('is reading as a stranger for nobody', async () => {
		const { reader } = writeService(() => ({ body: fakeEvent }));
		expect(await reader.as(null).event('10')).toMatchObject({ state: 'public' });
	});
});
