import { afterEach, expect, it } from 'vitest';
import type { Locale } from '../../../src/contract/bff-api/preferences.ts';
import { langOf } from '../../../src/web/i18n/lang-of.ts';
import { loadMessages } from '../../../src/web/i18n/messages.ts';

afterEach(() => loadMessages('en'));

it.each<[Locale, (string | undefined)[]]>([
	['en', ['zh', 'ja', 'ko', 'ar', undefined]],
	['zh-Hant', [undefined, 'ja', 'ko', 'ar', undefined]],
	['ja', [undefined, undefined, 'ko', 'ar', undefined]],
	['ko', ['zh', 'ja', undefined, 'ar', undefined]],
	['ar', ['zh', 'ja', 'ko', undefined, undefined]],
])('on a page in %s, titles in other scripts are marked with their language', async (locale, languages) => {
	await loadMessages(locale);
	expect(['小津安二郎影展', '東京の夜', '서울의 밤', 'ليلة', 'Jazz · 7 pm'].map(langOf)).toEqual(languages);
});
