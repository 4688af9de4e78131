import { describe, expect, it } from 'vitest';
import { readTimeWords } from '../../../src/bff/search/time-words.ts';
import type { Locale } from '../../../src/contract/bff-api/preferences.ts';
import type { Day } from '../../../src/contract/event/wall-clock.ts';

/** A Wednesday. */
const today = '2026-11-25' as Day;

/** Language, typed text, days (`12-04`, `12-05..12-06`) and part of the day, the other words. */
type Row = readonly [locale: Locale, text: string, when: string | null, words: string];

const expressions: readonly Row[] = [
	['en', 'jazz tonight', '11-25 evening', 'jazz'],
	['en', 'yoga tomorrow morning', '11-26 morning', 'yoga'],
	['en', 'late night jazz', 'late', 'jazz'],
	['en', 'film next weekend', '12-05..12-06', 'film'],
	['en', 'next Friday', '12-04', ''],
	['en', 'evening jazz on friday', '11-27 evening', 'jazz'],
	['en', 'Saturday and Sunday', '11-28..11-29', ''],
	['en', 'Markets on Sat, 5th of December', '12-05', 'Markets'],
	['en', 'music 2026-12-05', '12-05', 'music'],
	['en', '12/5', '05-12', ''],
	['de', 'Yoga am Morgen', 'morning', 'Yoga'],
	['de', 'morgen früh', '11-26 morning', ''],
	['de', 'morgen', '11-26', ''],
	['de', 'Konzert 5.12.', '12-05', 'Konzert'],
	['de', '12/5', '05-12', ''],
	['es', 'yoga por la mañana', 'morning', 'yoga'],
	['es', 'mañana por la mañana', '11-26 morning', ''],
	['es', 'teatro el sábado por la noche', '11-28 evening', 'teatro'],
	['es', '5 de diciembre', '12-05', ''],
	['fr', 'concert ce soir', '11-25 evening', 'concert'],
	['fr', 'le week-end prochain', '12-05..12-06', ''],
	['pt-BR', 'hoje à noite', '11-25 evening', ''],
	['pt-BR', 'feira neste fim de semana', '11-28..11-29', 'feira'],
	['ja', '今夜 ジャズ', '11-25 evening', 'ジャズ'],
	['ja', '金曜の夜', '11-27 evening', ''],
	['ja', '来週の金曜日 映画', '12-04', '映画'],
	['ja', '12月5日の映画', '12-05', '映画'],
	['ko', '오늘 밤 재즈', '11-25 evening', '재즈'],
	['ko', '금요일에 영화', '11-27', '영화'],
	['zh-Hans', '今晚爵士', '11-25 evening', '爵士'],
	['zh-Hans', '周五晚上的电影', '11-27 evening', '电影'],
	['zh-Hans', '电影today', '11-25', '电影'],
	['zh-Hant', '週六下午', '11-28 afternoon', ''],
	['zh-Hant', '這個週末', '11-28..11-29', ''],
	['ar', 'موسيقى يوم الجمعة', '11-27', 'موسيقى'],
	['ar', 'نهاية الأسبوع القادم', '12-05..12-06', ''],
	['de', 'jazz friday', '11-27', 'jazz'],
	['en', 'jazz heute abend', '11-25 evening', 'jazz'],
	['en', '今晚', '11-25 evening', ''],
];

const onlyWords: readonly Row[] = [
	['zh-Hans', '今日美术馆', null, '今日美术馆'],
	['ja', '明日香', null, '明日香'],
	['en', 'Moganshan Road 50', null, 'Moganshan Road 50'],
	['en', 'todays hits', null, 'todays hits'],
	['en', 'sun ra', null, 'sun ra'],
	['en', '“night market”', null, '“night market”'],
	['en', 'blink 182', null, 'blink 182'],
	['ja', '朝日新聞', null, '朝日新聞'],
	['de', 'Nachtigall', null, 'Nachtigall'],
	['en', 'version 5.12', null, 'version 5.12'],
];

function read([locale, text]: Row): Row {
	const { words, when } = readTimeWords(text, { locale, today, isMonthFirst: false });
	if (when === null) return [locale, text, null, words];
	const short = (day: Day | null) => day?.slice(5) ?? '';
	const days = when.from === when.to ? short(when.from) : `${short(when.from)}..${short(when.to)}`;
	return [locale, text, [days, when.part ?? ''].filter((each) => each !== '').join(' '), words];
}

describe('time words of a search', () => {
	it('mean the same days and parts of the day as to people, in ten languages', () => {
		expect(expressions.map(read)).toEqual(expressions);
	});

	it('are not seen where words only look like a day, a number is in an address, or the text is quoted', () => {
		expect(onlyWords.map(read)).toEqual(onlyWords);
	});

	it('take a Sunday as the end of this weekend, so that the next one is a week later', () => {
		const sunday = { locale: 'en', today: '2026-11-29' as Day, isMonthFirst: false } as const;
		const of = (text: string) => readTimeWords(text, sunday).when;
		expect(of('weekend')).toMatchObject({ from: '2026-11-28', to: '2026-11-29' });
		expect(of('next weekend')).toMatchObject({ from: '2026-12-05', to: '2026-12-06' });
		expect(of('next friday')).toMatchObject({ from: '2026-12-04' });
		expect(of('sunday')).toMatchObject({ from: '2026-11-29' });
		expect(of('feb 30')).toBeNull();
	});
});
