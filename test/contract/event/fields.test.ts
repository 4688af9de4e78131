import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	readCount,
	readFields,
	readGeo,
	readId,
	readText,
	readUrl,
	UnreadableError,
} from '../../../src/contract/event/fields.ts';
import { readFlag } from '../../../src/contract/event/flags.ts';

describe('fields of a response', () => {
	it('are those of an object; anything else is an error that says what was received', () => {
		expect(readFields({ id: 1 }, 'an event')).toEqual({ id: 1 });
		expect(() => readFields(null, 'an event')).toThrow('an event is null, not an object');
		expect(() => readFields([], 'an event')).toThrow('an event is a list, not an object');
		expect(() => readFields('x', 'a user')).toThrow('a user is string, not an object');
		expect(() => readFields(undefined, 'a user')).toThrow(UnreadableError);
	});

	it('are strings; numbers become strings', () => {
		expect(readText('a')).toBe('a');
		expect(readText(12)).toBe('12');
		expect(readText(0)).toBe('0');
		for (const value of [null, undefined, {}, [], true, Number.NaN, Number.POSITIVE_INFINITY])
			expect(readText(value)).toBe('');
	});

	it('are strings that a URL can contain: half a surrogate pair becomes U+FFFD', () => {
		expect(readText('a\ud800b\udfff')).toBe('a\ufffdb\ufffd');
		expect(encodeURIComponent(readId('\ud800', 'an event'))).toBe('%EF%BF%BD');
		expect(readText('😀')).toBe('😀');
	});

	it('are ids of any characters; no id is an error', () => {
		for (const id of ['ev:1', 'café-2', '5 five', '2026/4', 'a.b~c_d-3', 'ev%2B7', 'x'.repeat(200)])
			expect(readId(id, 'an event')).toBe(id);
		expect(readId(7, 'an event')).toBe('7');
		for (const value of ['', null, undefined, {}])
			expect(() => readId(value, 'an event')).toThrow('an event has no id');
	});

	it('are counts from 0 up, as numbers or strings', () => {
		expect(readCount(0)).toBe(0);
		expect(readCount(12)).toBe(12);
		expect(readCount('12')).toBe(12);
		expect(readCount('12.0')).toBe(12);
		for (const value of [-1, 1.5, '', 'many', '1e3', '9'.repeat(16), null, undefined, [3], '12 ', ' 12'])
			expect(readCount(value), String(value)).toBeNull();
	});

	it('are only http(s) URLs', () => {
		expect(readUrl('https://events.example/1')).toBe('https://events.example/1');
		expect(readUrl(' HTTP://events.example ')).toBe('HTTP://events.example');
		for (const value of [
			'',
			'javascript:alert(1)',
			'data:x,https://a',
			'//events.example',
			'https:///x',
			'https://[',
			null,
		])
			expect(readUrl(value), String(value)).toBeNull();
	});

	it('are coordinates on earth', () => {
		expect(readGeo('39.935715 116.408653')).toEqual({ latitude: 39.935715, longitude: 116.408653 });
		expect(readGeo(' -33.9  151.2 ')).toEqual({ latitude: -33.9, longitude: 151.2 });
		expect(readGeo('0 116.4')).toEqual({ latitude: 0, longitude: 116.4 });
		expect(readGeo('39.9 0')).toEqual({ latitude: 39.9, longitude: 0 });
		expect(readGeo('90 -180')).toEqual({ latitude: 90, longitude: -180 });
		for (const value of ['', '0.0 0.0', '91 0', '-90.1 0', '0 181', '39.9', 'a b', '1 2 3', null])
			expect(readGeo(value), String(value)).toBeNull();
	});
});

describe('yes/no flags (gap register, flags)', () => {
	it('are read in any case, with spaces, as text, number or boolean', () => {
		for (const yes of ['yes', 'Y', 'True', true, '1', 1, ' yes '])
			expect(readFlag(yes), String(yes)).toBe(true);
		for (const no of ['NO', 'n', 'false', false, 0, '0']) expect(readFlag(no), String(no)).toBe(false);
		for (const other of ['perhaps', '', undefined, null, {}, { toString: 1 }, 'constructor', 'toString'])
			expect(readFlag(other)).toBeNull();
	});

	it('never fails', () => {
		fc.assert(fc.property(fc.anything(), (value) => [true, false, null].includes(readFlag(value))));
	});
});
