import { expect, it } from 'vitest';
import { readDayWords } from '../../../../src/web/features/search/day-words.ts';
import { loadMessages } from '../../../../src/web/i18n/messages.ts';

it.each([
	['en', 'jazz tonight', { q: 'jazz', dayType: 'today' }],
	['en', 'Weekend hiking', { q: 'hiking', dayType: 'weekend' }],
	['en', 'tomorrow', { q: '', dayType: 'tomorrow' }],
	['en', 'todays hits', { q: 'todays hits' }],
	['zh-Hans', '今晚爵士', { q: '爵士', dayType: 'today' }],
	['zh-Hans', '周末 徒步', { q: '徒步', dayType: 'weekend' }],
	['de', 'Kino heute Abend', { q: 'Kino', dayType: 'today' }],
	['es', 'cine este fin de semana', { q: 'cine', dayType: 'weekend' }],
	['ja', '今週末 映画', { q: '映画', dayType: 'weekend' }],
	['ko', '이번 주말 재즈', { q: '재즈', dayType: 'weekend' }],
	['ar', 'موسيقى الليلة', { q: 'موسيقى', dayType: 'today' }],
] as const)('in %s, “%s” names its day', async (locale, text, expected) => {
	await loadMessages(locale);
	expect(readDayWords(text)).toEqual(expected);
});
