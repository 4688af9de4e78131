/** Writes a problem as an HTML page, for people who open a URL that isn't a page of the app, or too many pages. */

import { escapeUTF8 as escapeHtml } from 'entities';
import { momentSeconds } from '../../contract/bff-api/limits.ts';
import { directionOf, type Locale } from '../../contract/bff-api/preferences.ts';
import type { Problem, ProblemReason } from '../../contract/bff-api/problem.ts';
import { pagePatterns } from '../../contract/paths.ts';
import { words } from '../../contract/words/words.ts';
import type { Brand } from '../brand/brand.ts';

export type Word = keyof (typeof words)[Locale];

const wordsOfReasons: Partial<Record<ProblemReason, Word>> = {
	not_found: 'words_page_not_found',
	too_many_requests: 'words_too_many',
	overloaded: 'words_too_many',
	calls_reserved: 'words_sign_in',
	service_unreachable: 'words_unreachable',
	service_timeout: 'words_unreachable',
	service_invalid_response: 'words_unreadable',
	service_response_too_large: 'words_unreadable',
	service_rejected: 'words_site_setup',
};

/** The heading for a problem; undefined if the page shows an internal error. */
export function wordOf({ reason, code }: Problem, retryAfterSeconds = 0): Word | undefined {
	if (code === 111) return 'words_your_limit';
	if (code === 112) return 'words_site_limit';
	if (reason === 'too_many_requests' && retryAfterSeconds > momentSeconds) return 'words_your_limit';
	return wordsOfReasons[reason];
}

/** Writes the opening tag of a document. @param attributes HTML, with a space before each */
export const htmlTag = (locale: Locale, attributes = ''): string =>
	`<html lang="${locale}"${directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''}${attributes}>`;

/** CSS of the page. Uses the custom properties of the brand's style, if it has one. */
export const plainStyle =
	':root{color-scheme:light dark}body{margin:0;padding:1.5rem clamp(1rem,4vw,3rem);background:var(--paper,Canvas);color:var(--ink,CanvasText);font:1rem/1.5 var(--face,system-ui,sans-serif);overflow-wrap:anywhere}h1{line-height:1.2}a{color:inherit}:focus-visible{outline:3px solid var(--focus,Highlight);outline-offset:2px}';

/** Links to the site administrator, if only they can fix the problem. */
export function contactLink(word: Word | undefined, { contact }: Brand, locale: Locale): string {
	if (contact === null || (word !== undefined && word !== 'words_site_setup')) return '';
	return `<p><a href="${escapeHtml(contact)}">${escapeHtml(words[locale].words_contact)}</a></p>`;
}

export function problemPage(
	problem: Problem,
	locale: Locale,
	brand: Brand,
	retryAfterSeconds?: number,
): string {
	const say = words[locale];
	const word = wordOf(problem, retryAfterSeconds);
	const heading = escapeHtml(say[word ?? 'words_failed']);
	const styles = [plainStyle, brand.style].filter((style) => style !== '');
	const contact = contactLink(word, brand, locale);
	return `<!doctype html>${htmlTag(locale)}<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">${styles.map((style) => `<style>${style}</style>`).join('')}<title>${heading} · ${escapeHtml(brand.name)}</title></head><body><h1>${heading}</h1><p><a href="${pagePatterns.home}">${escapeHtml(say.words_to_start)}</a></p>${contact}<p><small>${problem.status}</small></p></body></html>`;
}
