/** The texts of the sandbox's own pages, in the language that the browser requests. */
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import words from './page-words.json' with { type: 'json' };

/** The sandbox's languages. It simulates a service, so it has fewer than Daybill. */
export type PageLocale = keyof typeof words;

/** Placeholders such as `{application}` are for `fill`. */
export type PageWords = (typeof words)['en'] & { locale: PageLocale };

/** Chooses by Accept-Language (RFC 9110 §12.5.4). Chinese of any script and region gets simplified characters. */
export function pageWordsFor({ headers }: Pick<FastifyRequest, 'headers'>): PageWords {
	const locale = new Negotiator({ headers }).language(['en', 'zh']) === 'zh' ? 'zh-Hans' : 'en';
	return { ...words[locale], locale };
}
