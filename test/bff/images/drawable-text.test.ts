import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawableRanges, drawableText, isDrawable } from '../../../src/bff/images/drawable-text.ts';
import { locales } from '../../../src/contract/bff-api/preferences.ts';
import type { WallClock } from '../../../src/contract/event/wall-clock.ts';
import { eventTypes } from '../../../src/contract/spec/filters.ts';
import { formatStart } from '../../../src/contract/words/format-start.ts';
import { words } from '../../../src/contract/words/words.ts';

const folder = path.resolve(import.meta.dirname, '../../../fonts');

/** The characters with a glyph in an OpenType font, from its `cmap` table, formats 4 and 12 (OpenType 1.9.1). */
function charactersOf(font: Buffer): Set<number> {
	const found = new Set<number>();
	const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
	const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0;
	const cmap = font.subarray(font.readUInt32BE(record + 8));
	const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
		cmap.readUInt32BE(8 + 8 * index),
	);
	for (const table of subtables.map((at) => cmap.subarray(at))) {
		if (table.readUInt16BE(0) === 12)
			for (let group = 0; group < table.readUInt32BE(12); group += 1)
				for (
					let code = table.readUInt32BE(16 + 12 * group);
					code <= table.readUInt32BE(20 + 12 * group);
					code += 1
				)
					found.add(code);
		if (table.readUInt16BE(0) !== 4) continue;
		const segments = table.readUInt16BE(6);
		for (let at = 0; at < segments; at += 2)
			for (let code = table.readUInt16BE(16 + segments + at); code <= table.readUInt16BE(14 + at); code += 1)
				found.add(code);
	}
	return found;
}

describe('text in images', () => {
	it('consists of characters that at least one font has', () => {
		const fonts = readdirSync(folder).filter((name) => /\.[ot]tf$/.test(name));
		expect(fonts.length).toBeGreaterThan(2);
		const known = new Set(fonts.flatMap((name) => [...charactersOf(readFileSync(path.join(folder, name)))]));
		const missing = drawableRanges.flatMap(([first, last]) =>
			Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
				(code) => !known.has(code) && !/[\p{Cn}\p{Cf}]/u.test(String.fromCodePoint(code)),
			),
		);
		expect(missing).toEqual([]);
	});

	it('can be dates and words in every language of the app', () => {
		for (const locale of locales) {
			for (let month = 1; month <= 12; month += 1) {
				const [begin = null, end = null] = ['21 00:00:00', '21 23:59:59'].map(
					(time) => `2026-${String(month).padStart(2, '0')}-${time}` as WallClock,
				);
				for (const each of [null, end]) {
					const text = formatStart({ begin, end: each }, locale);
					expect([locale, text, isDrawable(text)]).toEqual([locale, text, true]);
				}
			}
			for (const type of eventTypes) expect(drawableText(words[locale][`words_type_${type}`])).not.toBe('');
		}
	});

	it.each([
		['🎉 서울 재즈 👩🏽‍🎤  페스티벌', '서울 재즈 페스티벌'],
		['a\u202ereversed\u202c\ttext', 'areversed text'],
		['e\u0301te\u0301', 'été'],
		['เทศกาลดนตรี Jazz', ''],
	])('omits emoji and direction controls, and is empty if a letter cannot be drawn: %j', (text, drawn) => {
		expect(drawableText(text)).toBe(drawn);
	});
});
