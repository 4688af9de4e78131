/** Recognizes days in search text: “jazz tonight”, “Kino am Freitag”, “周五徒步”. */
import { addDays, type Day } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { formatWeekday } from '../event/format-when.ts';
import { foldText } from './fold-text.ts';

type Words = readonly (readonly [filter: Partial<Pick<ListFilters, 'dayType' | 'day'>>, words: string[]])[];

const split = (words: string) => words.split(/[,、،]/).map((word) => foldText(word.trim()));

const isHan = (text: string) => /\p{Script=Han}/u.test(text);

/** Day words in the page's language, longer ones first. Weekday names are also recognized in English. */
function dayWords(today: Day): Words {
	const days = [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(today, count));
	return [
		[{ dayType: 'tomorrow' }, split(m.discover_words_tomorrow())],
		[{ dayType: 'weekend' }, split(m.discover_words_weekend())],
		[{ dayType: 'week' }, split(m.discover_words_week())],
		[{ dayType: 'today' }, split(m.discover_words_today())],
		...days.map((day): Words[number] => {
			const names = [formatWeekday(day, 'long'), formatWeekday(day, 'long', 'en')];
			const short = formatWeekday(day, 'short');
			// Only Han abbreviations: in other languages, they can be ordinary words (“sun”, “mar”).
			return [{ day }, split([...names, ...(isHan(short) && short.length > 1 ? [short] : [])].join(','))];
		}),
	];
}

/** Chinese and Japanese have no spaces between words, so a day's name may be anywhere in the text. */
const placeOf = (text: string, word: string) =>
	isHan(word) ? text.indexOf(word) : ` ${text} `.indexOf(` ${word} `);

/** Splits a search into the remaining words, and the filter if the text names a day. */
export function readDayWords(
	text: string,
	today: Day,
): Pick<ListFilters, 'q'> & Partial<Pick<ListFilters, 'dayType' | 'day'>> {
	const folded = foldText(text);
	for (const [filter, words] of dayWords(today))
		for (const word of words) {
			const at = placeOf(folded, word);
			if (at < 0) continue;
			const beside = new Set(split(m.discover_words_beside()));
			const before = text.slice(0, at).trim().split(/\s+/);
			const after = text
				.slice(at + word.length)
				.trim()
				.split(/\s+/);
			while (beside.has(foldText(before.at(-1) ?? ''))) before.pop();
			while (beside.has(foldText(after[0] ?? ''))) after.shift();
			return { q: [...before, ...after].join(' ').trim(), day: null, ...filter };
		}
	return { q: text };
}
