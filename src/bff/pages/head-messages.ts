/** Descriptions of pages in each language. Their titles are words that the app has too (contract `words`). */
import type { Locale } from '../../contract/bff-api/preferences.ts';

export interface HeadMessages {
	/** What Daybill is, for previews of pages without a description of their own. */
	site: string;
	/** Of a page of `{city}`. */
	city: string;
}

export const headMessages: Readonly<Record<Locale, HeadMessages>> = {
	en: {
		site: 'What’s on in your city, today and this weekend: music, film, exhibitions and more.',
		city: 'What’s on in {city}, today and this weekend: music, film, exhibitions and more.',
	},
	'zh-Hans': {
		site: '看看你的城市今天和本周末有什么活动：音乐、电影、展览等等。',
		city: '看看{city}今天和本周末有什么活动：音乐、电影、展览等等。',
	},
};
