import type { DayType } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';

/** Words for a day in the language of the page, separated by commas; longer ones first. */
const dayWords: readonly (readonly [DayType, () => string])[] = [
	['tomorrow', () => m.discover_words_tomorrow()],
	['weekend', () => m.discover_words_weekend()],
	['week', () => m.discover_words_week()],
	['today', () => m.discover_words_today()],
];

const isHan = (text: string) => /\p{Script=Han}/u.test(text);

/**
 * Takes a day out of what was typed: “jazz tonight” searches for “jazz” among the events of today.
 *
 * @returns the other words; no `dayType` when the text names none
 */
export function readDayWords(text: string): { q: string; dayType?: DayType } {
	const lower = text.toLowerCase();
	for (const [dayType, words] of dayWords)
		for (const listed of words().toLowerCase().split(/[,、]/)) {
			const word = listed.trim();
			const at = isHan(word) ? lower.indexOf(word) : ` ${lower} `.indexOf(` ${word} `);
			if (at < 0) continue;
			const q = `${text.slice(0, at)} ${text.slice(at + word.length)}`.replace(/\s+/g, ' ').trim();
			return { q, dayType };
		}
	return { q: text };
}
