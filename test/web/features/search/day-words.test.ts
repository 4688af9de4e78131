import { expect, it } from 'vitest';
import type { Day } from '../../../../src/contract/event/wall-clock.ts';
import { readDayWords } from '../../../../src/web/features/search/day-words.ts';
import { loadMessages } from '../../../../src/web/i18n/messages.ts';

it.each([
	['en', 'jazz tonight', { q: 'jazz', day: null, dayType: 'today' }],
	['en', 'Weekend hiking', { q: 'hiking', day: null, dayType: 'weekend' }],
	['en', 'tomorrow', { q: '', day: null, dayType: 'tomorrow' }],
	['en', 'todays hits', { q: 'todays hits' }],
	['zh-Hans', '今晚爵士', { q: '爵士', day: null, dayType: 'today' }],
	['ar', 'موسيقى الليلة', { q: 'موسيقى', day: null, dayType: 'today' }],
	['en', 'jazz on Friday night', { q: 'jazz', day: '2026-11-27' }],
	['en', 'wednesday', { q: '', day: '2026-11-25' }],
	['en', 'sun ra', { q: 'sun ra' }],
	['zh-Hans', '周五徒步', { q: '徒步', day: '2026-11-27' }],
	['de', 'Kino am Freitag', { q: 'Kino', day: '2026-11-27' }],
	['de', 'jazz friday', { q: 'jazz', day: '2026-11-27' }],
	['es', 'cine el sabado', { q: 'cine', day: '2026-11-28' }],
	['ja', '金曜日 映画', { q: '映画', day: '2026-11-27' }],
	['ko', '금요일 재즈', { q: '재즈', day: '2026-11-27' }],
	['ar', 'موسيقى يوم الجمعة', { q: 'موسيقى', day: '2026-11-27' }],
] as const)('in %s, “%s” names its day', async (locale, text, expected) => {
	await loadMessages(locale);
	// A Wednesday.
	expect(readDayWords(text, '2026-11-25' as Day)).toEqual(expected);
});
