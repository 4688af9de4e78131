/** A problem as a page, for people who open a URL that is not one of the app's pages, or open too many. */

import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { Problem, ProblemReason } from '../../contract/bff-api/problem.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { pagePatterns } from '../../contract/paths.ts';
import { words } from '../../contract/words/words.ts';
import { htmlTag } from './html-tag.ts';

type Word = keyof (typeof words)[Locale];

/** What a person can know of a problem. Anything else went wrong here. */
const known: Partial<Record<ProblemReason, Word>> = {
	not_found: 'words_page_not_found',
	too_many_requests: 'words_too_many',
	overloaded: 'words_too_many',
	service_unreachable: 'words_unreachable',
	service_timeout: 'words_unreachable',
};

/** @returns the whole document, without styles and scripts */
export function problemPage({ reason, status }: Problem, locale: Locale): string {
	const say = words[locale];
	const heading = escapeHtml(say[known[reason] ?? 'words_failed']);
	return `<!doctype html>${htmlTag(locale)}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${heading} · Daybill</title></head><body><h1>${heading}</h1><p><a href="${pagePatterns.home}">${escapeHtml(say.words_to_start)}</a></p><p><small>${status}</small></p></body></html>`;
}
