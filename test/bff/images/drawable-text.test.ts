import { describe, expect, it } from 'vitest';
import { drawableText, isDrawable } from '../../../src/bff/images/drawable-text.ts';
import { locales } from '../../../src/contract/bff-api/preferences.ts';
import type { WallClock } from '../../../src/contract/event/wall-clock.ts';
import { eventTypes } from '../../../src/contract/spec/filters.ts';
import { formatStart } from '../../../src/contract/words/format-start.ts';
import { words } from '../../../src/contract/words/words.ts';

describe('text in images', () => {
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
