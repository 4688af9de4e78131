import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { asVisitor } from '../../../src/bff/fairness/visitor.ts';
import { createWorkQueue } from '../../../src/bff/fairness/work-queue.ts';
import { createParseResponse } from '../../../src/bff/reads/parse-response.ts';
import { createOutages } from '../../../src/bff/upstream/outages.ts';
import type { Call } from '../../../src/contract/spec/call.ts';
import { fakeEvent } from '../fake-service.ts';
import { startReader } from './start-reader.ts';

const log = { warn: () => undefined };
const unsigned = { event: <Value>(event: Value) => event, person: <Value>(person: Value) => person };
const id = { id: '10' };

it('parses lists and long events one at a time, and not while a page is being written', async () => {
	const runInTurn = createWorkQueue();
	const parse = createParseResponse(unsigned, log, createOutages(log), runInTurn);
	const order: string[] = [];
	const writing = runInTurn(async () => {
		await setImmediate();
		order.push('page');
	});
	const list = parse({ operation: 'listEvents', parameters: { loc: '1' } }, () => ({
		events: [fakeEvent],
	}));
	const long = Object.assign(() => fakeEvent, { isLong: true });
	const events = [parse({ operation: 'getEvent', parameters: id }, long)];
	events.push(parse({ operation: 'getEvent', parameters: id }, () => fakeEvent));
	const [longs, shorts] = events.map((event, index) =>
		event.then(() => order.push(['long', 'short'][index] ?? '')),
	);
	await Promise.all([writing, list.then(() => order.push('list')), longs, shorts]);
	expect(order).toEqual(['short', 'page', 'list', 'long']);
});

it('parses a few elements of a visitor’s list, then of another’s', async () => {
	vi.useFakeTimers({ toFake: ['performance'] });
	const parse = createParseResponse(unsigned, log, createOutages(log), createWorkQueue());
	const elements: string[] = [];
	const read = (visitor: string) => {
		const event = (_: unknown, index: number) => ({
			id: String(index),
			get alt() {
				vi.advanceTimersByTime(1);
				elements.push(visitor);
				return null;
			},
		});
		const list = { events: Array.from({ length: 20 }, event) };
		return asVisitor(visitor, () => parse({ operation: 'listEvents', parameters: {} }, () => list));
	};
	await Promise.all([read('a'), read('b')]);
	expect(elements.indexOf('b')).toBeLessThan(elements.lastIndexOf('a'));
});

it('parses a long body only in its turn, since what waits would take four times the memory', async () => {
	const content = 'x'.repeat(100_000);
	const { caller, parse } = await startReader(() => ({ events: [{ ...fakeEvent, content }] }));
	const parseJson = vi.spyOn(JSON, 'parse');
	const call: Call<'listEvents'> = { operation: 'listEvents', parameters: { loc: '1' } };
	const { readBody } = await caller.call(call);
	expect(parseJson).not.toHaveBeenCalledWith(expect.stringContaining(content));
	expect(await parse(call, readBody)).toMatchObject({ items: [{ id: fakeEvent.id }] });
});

it('parses what several visitors may wait for before other tasks of the visitor who asked for it', async () => {
	const runInTurn = createWorkQueue();
	const parse = createParseResponse(unsigned, log, createOutages(log), runInTurn);
	const order: string[] = [];
	await asVisitor('a', async () => {
		const names = ['first page', 'second page', 'third page', 'fourth page'];
		const pages = names.map((name) => runInTurn(() => order.push(name)));
		const body = Object.assign(() => ({ events: [fakeEvent] }), { isLong: true });
		await parse({ operation: 'listEvents', parameters: { loc: '1' } }, body);
		order.push('list');
		await Promise.all(pages);
	});
	expect(order.indexOf('list')).toBeLessThan(order.indexOf('fourth page'));
});

it('decodes texts at every depth, but no URLs, and removes control characters', async () => {
	const parse = createParseResponse(unsigned, log, createOutages(log), createWorkQueue());
	const encoded = {
		...fakeEvent,
		title: 'Caf&eacute; &lt;b&gt; &unknown; &amp;eacute;\u0007',
		alt: 'https://e.example/?a&copy;',
		owner: { ...id, name: '&Scaron;' },
	};
	const decoded = { title: 'Café <b> &unknown; &eacute;', page: encoded.alt, owner: { name: 'Š' } };
	expect(await parse({ operation: 'getEvent', parameters: id }, () => encoded)).toMatchObject(decoded);
	const list = await parse({ operation: 'listEvents', parameters: { loc: '1' } }, () => ({
		events: [encoded],
	}));
	expect(list).toMatchObject({ items: [decoded] });
	const loc = await parse({ operation: 'getLoc', parameters: id }, () => ({ ...id, name: '&Scaron;' }));
	expect(loc.name).toBe('Š');
	for (const body of [{ users: [{ user: encoded.owner }] }, [encoded.owner]])
		expect((await parse({ operation: 'listWishers', parameters: id }, () => body)).items[0]?.name).toBe('Š');
});

it('reads the first elements of a service that ignores count: all cities, 500 of everything else', async () => {
	const parse = createParseResponse(unsigned, log, createOutages(log), createWorkQueue());
	const sent = Array.from({ length: 2_000 }, (_, index) => ({ id: String(index) }));
	const lengths = [
		parse({ operation: 'listEvents', parameters: {} }, () => ({ events: sent })),
		parse({ operation: 'listWishers', parameters: id }, () => sent),
		parse({ operation: 'listLocs', parameters: {} }, () => ({ locs: sent })),
	].map(async (reading) => (await reading).items.length);
	expect(await Promise.all(lengths)).toEqual([500, 500, 2_000]);
});
