import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	cutList,
	elementsById,
	readCounters,
	repairCounters,
	withholdPrivate,
} from '../../../src/bff/reads/wire-body.ts';
import { fakeEvent } from '../fake-service.ts';

describe('bodies that are passed on as they were received', () => {
	it('can be any JSON value, and lists can have any elements', () => {
		const body = fc.oneof(
			fc.jsonValue(),
			fc.record({ events: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())) }),
		);
		fc.assert(
			fc.property(body, (value) => {
				cutList(value);
				elementsById(value);
				withholdPrivate(value);
				readCounters(value);
				repairCounters(value, { id: 'x', counters: { wisher_count: 1 } });
			}),
		);
	});

	it('keep elements that cannot be cut', () => {
		const { body, wasCut } = cutList({
			total: 3,
			events: [null, 'x', { id: '1', content: 'long', more: 1 }],
		});
		expect([body, wasCut]).toEqual([{ total: 3, events: [null, 'x', { id: '1', more: 1 }] }, true]);
		expect(cutList({ content: 'long' })).toEqual({ body: { content: 'long' }, wasCut: false });
	});

	it('have null in place of private events, so that the next page starts at the right element', () => {
		const events = [fakeEvent, { ...fakeEvent, is_priv: 'true' }, { ...fakeEvent, is_priv: '?' }, {}];
		expect(withholdPrivate({ total: 4, events })).toEqual({
			total: 4,
			events: [fakeEvent, null, null, null],
		});
	});

	it('may have counters in any lawful form, or only one of them', () => {
		expect(readCounters({ id: 7, participant_count: '3', wisher_count: 4.0 })).toEqual({
			id: '7',
			counters: { participant_count: 3, wisher_count: 4 },
		});
		expect(readCounters({ id: '7', participant_count: null, wisher_count: 4 })).toEqual({
			id: '7',
			counters: { wisher_count: 4 },
		});
		expect(readCounters({ id: '7' })).toBeNull();
		expect(readCounters({ wisher_count: 4 })).toBeNull();
	});
});
