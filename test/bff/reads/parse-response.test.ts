import { expect, it, vi } from 'vitest';
import { createWorkQueue } from '../../../src/bff/fairness/work-queue.ts';
import { createParseResponse } from '../../../src/bff/reads/parse-response.ts';
import { createOutages } from '../../../src/bff/upstream/outage-log.ts';
import type { Call } from '../../../src/contract/spec/call.ts';
import { fakeEvent } from '../fake-service.ts';
import { startReader } from './start-reader.ts';

const log = { warn: () => undefined };
const unsigned = { event: <Value>(event: Value) => event, person: <Value>(person: Value) => person };
const id = { id: '10' };

it('parses a long body only in its turn, because waiting values would take four times the memory', async () => {
	const content = 'x'.repeat(100_000);
	const { caller, parse } = await startReader(() => ({ events: [{ ...fakeEvent, content }] }));
	const parseJson = vi.spyOn(JSON, 'parse');
	const call: Call<'listEvents'> = { operation: 'listEvents', parameters: { loc: '1' } };
	const { readBody } = await caller.call(call);
	expect(parseJson).not.toHaveBeenCalledWith(expect.stringContaining(content));
	expect(await parse(call, readBody)).toMatchObject({ items: [{ id: fakeEvent.id }] });
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
