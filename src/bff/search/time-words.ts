/**
 * Finds the words of a search that name a time: “jazz tonight”, “Kino am Freitag”, “12月5日”. `time-words.json` lists
 * such words by language; names of weekdays and months come from `Intl`.
 *
 * The package chrono-node (2.10) can't replace this file: it doesn't know Korean, weekends outside English and “5.12.”,
 * and it finds a day in the name 今日美术馆.
 */
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import type { PartOfDay, SearchResponse } from '../../contract/bff-api/search.ts';
import { dayRange } from '../../contract/event/times.ts';
import { addDays, type Day, dayOf, readDay, startOfDay, weekdayOf } from '../../contract/event/wall-clock.ts';
import { byLocale } from '../brand/brand.ts';
import table from './time-words.json' with { type: 'json' };
import { normalize } from './tokenize.ts';

type When = NonNullable<SearchResponse['when']>;

/** Words that name a day, several days or a part of a day. */
interface Found {
	start: number;
	end: number;
	/** 3 for a date, 2 for a day, 1 for a week, 0 for a part of the day. Only the days of the highest rank are used. */
	rank: number;
	days: [from: Day, to: Day] | null;
	part: PartOfDay | null;
}

const foundAt = (
	{ 0: match, index }: RegExpExecArray,
	rank: number,
	days: Found['days'],
	part: Found['part'],
): Found => ({ start: index, end: index + match.length, rank, days, part });

interface Meaning {
	/** One of `dayNames`; or a weekday, from `0` for Sunday to `6`. */
	day: string;
	part: PartOfDay | null;
}

const compile = (source: string, flags: string): RegExp => new RegExp(source, flags);

const partNames = ['morning', 'afternoon', 'evening', 'late', 'now'] as const;
/** Days from today. */
const singleDays: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, overmorrow: 2 };
const dayNames = [...Object.keys(singleDays), 'weekend', 'next weekend', 'week', 'next week'];

const plainOf = (text: string): string => normalize(text).replace(/[أإآ]/g, 'ا').replace(/[’‘]/g, "'");

const split = (words = ''): string[] =>
	words.split(',').flatMap((word) => (word.trim() === '' ? [] : [plainOf(word.trim())]));

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Writes a pattern that matches any of the words, trying the longest first. Without words, it matches nothing. */
const anyOf = (words: Iterable<string>, patternOf = escaped) =>
	[...words]
		.toSorted((a, b) => b.length - a.length)
		.map(patternOf)
		.join('|') || '(?!)';

/** Characters of scripts that put spaces between words. In Korean, particles are written at the ends of words. */
const inWord = '[\\p{Script=Latin}\\p{Script=Arabic}\\p{Script=Hangul}\\p{N}]';
const particle = '(?:에|의|은|는|엔)';
/** Patterns for the edges of such a word. They match between any two characters of languages without spaces. */
const edge = `(?:(?<!${inWord})|(?!${inWord}))`;
const end = `(?=${particle}?${edge})`;
const start = '(?<![\\p{L}\\p{N}])';
/** Matches words of languages without spaces. */
const joined = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function namesOf(locale: Locale, options: Intl.DateTimeFormatOptions, instants: readonly number[]) {
	const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
	return instants.map((instant) => plainOf(format.format(instant)).replace(/\.$/, ''));
}
const week = [4, 5, 6, 7, 8, 9, 10].map((date) => Date.UTC(2026, 0, date));
const year = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1));

function languageOf(locale: Locale) {
	const words: Readonly<Record<string, string>> = table[locale];
	const meanings = new Map<string, Meaning>();
	const partOf = new Map<string, PartOfDay>();
	const sure: string[] = [];
	/** Words such as 今日 that can begin a name (今日美术馆): they count only alone or before a part of the day. */
	const alone = new Set<string>();
	for (const [key, list] of Object.entries(words)) {
		const part = partNames.find((each) => key.endsWith(each)) ?? null;
		const day = part === null ? key : key.slice(0, -part.length).trim();
		for (const each of split(list)) {
			const word = each.replace(/^=/, '');
			if (word !== each) alone.add(word);
			if (dayNames.includes(day)) meanings.set(word, { day, part });
			else if (part !== null) partOf.set(word, part);
			if (day === 'sure') sure.push(word);
		}
	}
	const long = namesOf(locale, { weekday: 'long' }, week);
	const short = namesOf(locale, { weekday: 'short' }, week);
	const more = (words.weekdays ?? '')
		.split(',')
		.map((group) => group.split('/').flatMap((each) => split(each)));
	for (const [index, name] of long.entries()) {
		// Of the abbreviations, count only Chinese and Japanese ones of two characters. Others may be words: “sun”, 日.
		const brief = joined.test(name) && (short[index] ?? '').length > 1 ? [short[index] ?? ''] : [];
		for (const word of [name, ...brief, ...(more[index] ?? [])])
			meanings.set(word, { day: String(index), part: null });
	}
	/** Numbers of the months, by their names in this language and in English. */
	const months = new Map<string, number>();
	for (const language of ['en', locale] as const)
		for (const month of ['long', 'short'] as const)
			for (const [index, name] of namesOf(language, { month }, year).entries())
				if (!/\d/.test(name)) months.set(name, index + 1);
	const part = anyOf(partOf.keys());
	const dayPattern = (word: string) =>
		alone.has(word) ? `${start}${word}(?=[\\s、,。のは的]|$|${part})` : escaped(word);
	const behind = `[\\s,]{0,3}[の的]?\\s{0,3}(?<part>${part})`;
	return {
		/** Matches names of days and weeks, and a part of the day after them. */
		days: compile(
			`${edge}(?:(?<next>${anyOf(split(words.next))})\\s{0,3})?(?<day>${anyOf(meanings.keys(), dayPattern)})(?:${behind}${end}|${end})`,
			'gu',
		),
		parts: compile(`${start}(?<part>${part})(?=${particle}?(?![\\p{L}\\p{N}]))`, 'gu'),
		/** Matches words for parts of the day that no other language has; they count whatever the visitor's language. */
		sureParts: compile(`${edge}(?<part>${anyOf(sure)})${end}`, 'gu'),
		meanings,
		partOf,
		months,
		dates: datePatterns(locale, months),
	};
}

/** Words such as “on” and “am” beside a time. They are not searched for either. */
const besides = anyOf(Object.values(table).flatMap(({ beside }) => split(beside)));
const before = compile(`${edge}(?:${besides})[\\s,]{0,3}$`, 'u');
const after = compile(`^(?:[\\s,]{0,3}(?:${besides})|${particle})${edge}`, 'u');

const languages = byLocale(languageOf);

/** Lists the regular expressions for a test, which checks that they take linear time. */
export function patternsOf(locale: Locale): RegExp[] {
	const { days, parts, sureParts, dates } = languages[locale];
	return [days, parts, sureParts, ...dates, before, after];
}

/** The day with this date; without a year, the next one. Null if there is no such day. */
function dateOf(today: Day, month: number, date: number, year?: string): Day | null {
	const two = (value: number) => String(value).padStart(2, '0');
	const inYear = (each: number) => readDay(`${String(each).padStart(4, '0')}-${two(month)}-${two(date)}`);
	if (year !== undefined) return inYear(Number(year) + (year.length === 2 ? 2000 : 0));
	const thisYear = Number(today.slice(0, 4));
	const day = inYear(thisYear);
	return day !== null && day < today ? inYear(thisYear + 1) : (day ?? inYear(thisYear + 1));
}

export interface TimeContext {
	/** The page's language. Words for parts of the day count in it, in English, or if they look like no other word. */
	locale: Locale;
	today: Day;
	/** Whether 12/5 is 5 December, as in the USA. */
	isMonthFirst: boolean;
}

const monthFirst: readonly Locale[] = ['ja', 'ko', 'zh-Hans', 'zh-Hant'];

/** Writes patterns of dates, with groups for year (y), month (m) and day (d), or the two numbers of “12/5” (a, b). */
function datePatterns(locale: Locale, months: ReadonlyMap<string, number>): RegExp[] {
	const month = `(?<m>${anyOf(months.keys())})`;
	const year = '(?<y>20\\d\\d|\\d\\d(?!\\d))';
	return [
		'(?<![\\d-])(?<y>\\d{4})-(?<m>\\d{1,2})-(?<d>\\d{1,2})(?![\\d-])',
		'(?:(?<y>\\d{4})[年년]\\s{0,3})?(?<!\\d)(?<m>\\d{1,2})\\s{0,3}[月월]\\s{0,3}(?<d>\\d{1,2})\\s{0,3}[日号號일]?(?:\\(\\S\\))?',
		`${edge}(?<d>\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?\\s{0,3}(?:of\\s{1,3}|de\\s{1,3})?${month}(?!\\p{L})\\.?(?:,?\\s{0,3}(?:de\\s{1,3})?(?<y>20\\d\\d))?(?!\\d)`,
		`${edge}${month}\\.?\\s{0,3}(?<d>\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\d])(?:,?\\s{0,3}(?<y>20\\d\\d))?`,
		// “5.12” is a date only in German. In other languages, it may be a version or an amount.
		`(?<![\\p{L}\\d.])(?<d>\\d{1,2})\\.\\s?(?<m>\\d{1,2})(?:\\.${year}|\\.${locale === 'de' ? '?' : ''})(?![\\p{L}\\d])`,
		`(?<![\\p{L}\\d/])(?<a>\\d{1,2})/(?<b>\\d{1,2})(?:/${year})?(?![\\p{L}\\d/])`,
	].map((pattern) => compile(pattern, 'gu'));
}

function datesIn(text: string, { locale, today, isMonthFirst }: TimeContext): Found[] {
	const { dates, months } = languages[locale];
	const isFirst = monthFirst.includes(locale) || (locale === 'en' && isMonthFirst);
	return dates.flatMap((pattern) =>
		[...text.matchAll(pattern)].flatMap((match) => {
			const { groups = {} } = match;
			const { y, a, b } = groups;
			const [first, second] = isFirst ? [a, b] : [b, a];
			// A number above 12 isn't a month.
			const [m = '', d] = Number(first) > 12 ? [second, first] : [groups.m ?? first, groups.d ?? second];
			const day = dateOf(today, months.get(m) ?? Number(m), Number(d), y);
			return day === null ? [] : foundAt(match, 3, [day, day], null);
		}),
	);
}

/** The first and the last day that a {@link Meaning} names. */
function daysOf(day: string, isNext: boolean, today: Day): [Day, Day] {
	const one = (count: number): [Day, Day] => [addDays(today, count), addDays(today, count)];
	const lastMonday = -((weekdayOf(today) + 6) % 7);
	if (/^\d$/.test(day)) {
		const weekday = Number(day);
		return one(isNext ? lastMonday + 7 + ((weekday + 6) % 7) : (weekday + 7 - weekdayOf(today)) % 7);
	}
	const saturday = addDays(dayOf(dayRange('weekend', startOfDay(today)).from), isNext ? 7 : 0);
	if (day === 'weekend') return [saturday, addDays(saturday, 1)];
	if (day === 'week') {
		const first = isNext ? addDays(today, lastMonday + 7) : today;
		return [first, addDays(first, 6)];
	}
	return one(singleDays[day] ?? 0);
}

function wordsIn(text: string, locale: Locale, context: TimeContext): Found[] {
	const { days, parts, sureParts, meanings, partOf } = languages[locale];
	const isOwn = locale === context.locale || locale === 'en';
	const named = [...text.matchAll(days)].flatMap((match) => {
		const { next, day = '', part = '' } = match.groups ?? {};
		const meaning = meanings.get(day);
		if (meaning === undefined) return [];
		const isNext = next !== undefined || meaning.day.startsWith('next');
		const named = daysOf(meaning.day.replace('next ', ''), isNext, context.today);
		return foundAt(match, /week/.test(meaning.day) ? 1 : 2, named, partOf.get(part) ?? meaning.part);
	});
	const bare = [...(isOwn ? text.matchAll(parts) : []), ...text.matchAll(sureParts)].map((match) =>
		foundAt(match, 0, null, partOf.get(match.groups?.part ?? '') ?? null),
	);
	return [...named, ...bare];
}

/** Matches a quotation: then all words are searched for as they are. */
const quoted = /["“„«「『][^"“”„«「『»」』]*["”“»」』]/u;

/** Splits a search into the words that name a time, and the others. */
export function readTimeWords(typed: string, context: TimeContext): { words: string; when: When | null } {
	const text = typed.replace(/\s+/g, ' ').trim();
	const plain = plainOf(text);
	if (quoted.test(text)) return { words: text, when: null };
	/** The text from which to cut words: as typed, unless normalization has changed the positions of characters. */
	const original = plain.length === text.length ? text : plain;
	const order = new Set<Locale>([context.locale, 'en', ...locales]);
	const all = [
		...datesIn(plain, context),
		...[...order].flatMap((locale) => wordsIn(plain, locale, context)),
	];
	const chosen: Found[] = [];
	// Of overlapping matches, the longest counts; of equally long ones, the one in the page's language.
	for (const each of all.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
		if (chosen.every(({ start, end }) => each.end <= start || each.start >= end)) chosen.push(each);
	if (chosen.length === 0) return { words: text, when: null };
	chosen.sort((a, b) => a.start - b.start);
	const best = Math.max(...chosen.map(({ rank }) => rank));
	const days = chosen.flatMap(({ rank, days }) => (rank === best && days ? [...days] : [])).toSorted();
	const rest: string[] = [];
	let at = 0;
	for (const { start, end } of chosen) {
		let piece = plain.slice(at, start);
		while (before.test(piece)) piece = piece.replace(before, '');
		rest.push(original.slice(at, at + piece.length));
		at = end;
		for (let match = after.exec(plain.slice(at)); match?.[0]; match = after.exec(plain.slice(at)))
			at += match[0].length;
	}
	rest.push(original.slice(at));
	return {
		words: rest
			.join(' ')
			.replace(/\s+/g, ' ')
			.replace(/^[\s,、,.;:·–-]{1,9}|[\s,、,;:·–-]{1,9}$/g, ''),
		when: {
			text: chosen.map(({ start, end }) => original.slice(start, end)).join(' '),
			from: days[0] ?? null,
			to: days.at(-1) ?? null,
			part: chosen.map(({ part }) => part).find((part) => part !== null) ?? null,
		},
	};
}
