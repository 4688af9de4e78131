import { afterEach, describe, expect, it } from 'vitest';
import { locales } from '../../../../src/contract/bff-api/preferences.ts';
import { type Day, readDay, readWallClock } from '../../../../src/contract/event/wall-clock.ts';
import { formatStart } from '../../../../src/contract/words/format-start.ts';
import { formatWeekday, formatZone } from '../../../../src/web/features/days/format-names.ts';
import { formatDay, formatUnderDay, formatWhen } from '../../../../src/web/features/days/format-when.ts';
import { weekStart } from '../../../../src/web/features/days/month-days.ts';
import { loadMessages } from '../../../../src/web/i18n/messages.ts';

afterEach(() => loadMessages('en'));

/** @param begin in 2026 unless it has a year */
const times = (begin: string, end = '') => {
	const [from, to] = [begin, end].map((time) =>
		readWallClock(`${/^\d\d-/.test(time) ? '2026-' : ''}${time}:00`),
	);
	return { begin: from ?? null, end: to ?? null };
};
const h12 = { hourCycle: 'h12', isMonthFirst: false } as const;
const when = (begin: string, end = '', today: string | null = null, isWhole = false) =>
	formatWhen(times(begin, end), today === null ? null : readDay(`2026-${today}`), isWhole);

describe('the time of an event in words', () => {
	it.each([
		['11-21 19:30', '11-21 22:00', 'Sat 21 Nov, 19:30\u00a0\u2060–\u2060\u00a022:00'],
		['11-21 10:00', '11-24 18:00', 'Sat 21 Nov, 10:00 – Tue 24 Nov, 18:00'],
		['11-21 08:00', '11-22 11:00', 'Sat 21 Nov, 08:00 – Sun 22 Nov, 11:00'],
		// An end at midnight is 24:00, not 00:00 of the next day.
		['11-21 19:00', '11-24 00:00', 'Sat 21 Nov, 19:00 – Mon 23 Nov, 24:00'],
		['11-01 10:00', '11-24 18:00', 'Sun 1 Nov – Tue 24 Nov, daily 10:00\u00a0\u2060–\u2060\u00a018:00'],
		// An end at midnight gives no daily hours.
		['11-01 10:00', '11-24 00:00', 'Sun 1 Nov – Mon 23 Nov'],
		['12-30 10:00', '2027-02-01 00:00', 'Wed, 30 Dec 2026 – Sun, 31 Jan 2027'],
		['11-21 22:00', '11-22 04:00', 'Sat 21 Nov, 22:00 until 04:00 the next day'],
		['', '', 'Time to be announced'],
		['', '11-20 22:00', 'Time to be announced'],
		['11-21 19:30', '', 'Sat 21 Nov, 19:30'],
		// Whole days have no hours.
		['11-21 00:00', '11-22 00:00', 'Sat 21 Nov, all day'],
		['11-21 00:00', '11-24 00:00', 'Sat 21 Nov – Mon 23 Nov'],
	])('is that of the service: from %s to %s', (begin, end, text) => {
		expect(when(begin, end)).toBe(text);
	});

	it.each([
		['11-21 19:30', '11-21 22:00', '11-21', 'Today, 19:30\u00a0\u2060–\u2060\u00a022:00'],
		['11-21 00:00', '11-21 23:59', '11-21', 'Today, all day'],
		['12-01 19:30', '', '11-30', 'Tomorrow, 19:30'],
		['11-21 19:30', '', '11-22', 'Sat 21 Nov, 19:30'],
		[
			'11-01 10:00',
			'2027-02-04 18:00',
			'11-21',
			'Daily 10:00\u00a0\u2060–\u2060\u00a018:00, until Thu, 4 Feb 2027',
		],
		// The year is shown only if it isn't this year.
		[
			'2027-11-27 19:00',
			'2027-11-27 22:00',
			'11-23',
			'Sat, 27 Nov 2027, 19:00\u00a0\u2060–\u2060\u00a022:00',
		],
		['2019-11-23 22:00', '2019-11-24 03:00', '11-23', 'Sat, 23 Nov 2019, 22:00 until 03:00 the next day'],
		['02-07 19:00', '', '11-23', 'Sat 7 Feb, 19:00'],
	])('depends on today: from %s to %s, on %s', (begin, end, today, text) => {
		expect(when(begin, end, today)).toBe(text);
	});

	it.each([
		['11-21 19:30', '11-21 22:00', 'Today, Sat 21 Nov, 19:30\u00a0\u2060–\u2060\u00a022:00'],
		['11-22 19:30', '', 'Tomorrow, Sun 22 Nov, 19:30'],
		['11-28 10:00', '12-20 18:00', 'Sat 28 Nov – Sun 20 Dec, daily 10:00\u00a0\u2060–\u2060\u00a018:00'],
	])(
		'has the date of today, and hours in weeks to come, on the event page: from %s to %s',
		(begin, end, text) => {
			expect(when(begin, end, '11-21', true)).toBe(text);
		},
	);

	it('has the year of a day that is not in the current year, if only the year is known', () => {
		expect(formatWhen(times('2027-11-27 19:00'), 2026)).toBe('Sat, 27 Nov 2027, 19:00');
		expect(formatWhen(times('2026-01-01 19:00'), 2026)).toBe('Thu 1 Jan, 19:00');
	});

	it.each([
		['en', '11-21 22:00', '11-22 05:00', 'Sat 21 Nov, 10:00\u00a0PM until 5:00\u00a0AM the next day'],
		['en', '11-21 12:00', '11-21 13:30', 'Sat 21 Nov, 12:00\u00a0\u2060–\u2060\u00a01:30\u00a0PM'],
		['en', '11-21 00:30', '11-21 11:59', 'Sat 21 Nov, 12:30\u00a0\u2060–\u2060\u00a011:59\u00a0AM'],
		['en', '11-21 19:00', '11-22 00:00', 'Sat 21 Nov, 7:00\u00a0PM\u00a0\u2060–\u2060\u00a0midnight'],
		['en', '11-21 10:00', '11-24 18:00', 'Sat 21 Nov, 10:00\u00a0AM – Tue 24 Nov, 6:00\u00a0PM'],
		['zh-Hans', '11-21 11:30', '11-21 13:00', '上午11:30\u00a0\u2060–\u2060\u00a0下午1:00'],
		['zh-Hans', '11-21 22:00', '11-22 05:00', '下午10:00 – 次日 上午5:00'],
	] as const)('uses the clock of the reader in %s: from %s to %s', async (locale, begin, end, text) => {
		await loadMessages(locale, h12);
		expect(when(begin, end)).toContain(text);
	});

	it('has the month first, and weeks from Sunday, where English is written so', async () => {
		const american = { hourCycle: 'h12', isMonthFirst: true } as const;
		await loadMessages('en', american);
		expect(when('12-05 19:30')).toBe('Sat, Dec 5, 7:30\u00a0PM');
		expect(weekStart('2026-12-05' as Day)).toBe('2026-11-29');
		expect(formatStart(times('12-05 19:30'), 'en', american)).toBe('Sat, Dec 5, 2026, 7:30\u00a0PM');
		expect(formatStart(times('12-05 19:30'), 'de', american)).toContain('5. Dez. 2026');
		await loadMessages('en');
		expect(weekStart('2026-12-05' as Day)).toBe('2026-11-30');
	});

	it('is in Chinese for Chinese readers', async () => {
		await loadMessages('zh-Hans');
		expect(when('11-21 19:30', '11-21 22:00')).toBe('11月21日周六 19:30\u00a0\u2060–\u2060\u00a022:00');
		expect(when('11-01 10:00', '12-04 18:00', '11-21')).toBe(
			'每天 10:00\u00a0\u2060–\u2060\u00a018:00，至12月4日周五',
		);
		expect(formatDay('2026-11-21' as Day)).toBe('11月21日周六');
	});

	it('has no hours if the event takes whole days, in every language', async () => {
		const day = times('11-21 00:00', '11-22 00:00');
		expect(formatUnderDay(day, '2026-11-21' as Day, null)).toBe('all day');
		for (const locale of locales) {
			await loadMessages(locale, h12);
			for (const text of [formatWhen(day, null), formatStart(times('11-21 00:00', '11-21 23:59'), locale)])
				expect(text).not.toMatch(/00:00|12:00/);
		}
	});
});

it('weekdays fit into a calendar column in every language', () => {
	for (const locale of locales)
		expect(formatWeekday('2026-11-19' as Day, 'short', locale).length).toBeLessThanOrEqual(4);
});

it.each([
	['en', 'Asia/Shanghai', 'China Standard Time'],
	['zh-Hans', 'Asia/Shanghai', '中国标准时间'],
	['fr', 'Europe/Paris', 'heure d’Europe centrale'],
] as const)('names the time zone the way people do in %s', async (locale, zone, name) => {
	await loadMessages(locale);
	expect(formatZone(zone)).toBe(name);
});
