/** Putting head tags, page data and the rendered page into the built index.html. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pageDataElementId } from '../../contract/bff-api/page-data.ts';
import { type Locale, locales, type Theme } from '../../contract/bff-api/preferences.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { htmlTag } from '../http/html-tag.ts';
import type { InlineCode } from '../http/security-headers.ts';
import type { Head } from './head-tags.ts';
import { createInlineFiles } from './inline-files.ts';
import { readLanguageFiles } from './language-files.ts';

/** What a page consists of besides its head. */
interface Body {
	/** The page's data (contract `PageData`), by `escapeJson`. */
	data: string;
	/** Language of the document. */
	locale: Locale;
	theme: Theme;
	/** The rendered page; null where the browser renders it. */
	html: string | null;
	/** HTML that stands in for the page until the browser renders it; empty for nothing. */
	standIn: string;
}

export type Template = (head: Head, body: Body) => { document: string; inline: InlineCode };

/** What a rendered page does not need in order to be shown: the app's scripts, links that preload them, and its manifest. */
const deferrable = /<(?:script type="module"|link rel="(modulepreload|manifest)")[^<>]*>(?:<\/script>)?/g;
/** The URL of one. */
const deferredUrl = / (?:src|href)="([^"]+)"/;

const marks = ['<html lang="en">', '<!--head-->', '<div id="root"></div>', '<!--page-data-->'] as const;

/** The script inside the HTML that loads them later. Where it is missing, the browser does so at once. */
const startTag = '<script data-start>';

/** The five parts of the HTML around its marks. */
function splitAtMarks(html: string): string[] {
	let rest = html;
	const parts = marks.map((mark) => {
		const at = rest.indexOf(mark);
		if (at === -1) throw new Error(`index.html lacks ${mark}`);
		const part = rest.slice(0, at);
		rest = rest.slice(at + mark.length);
		return part;
	});
	return [...parts, rest];
}

/** Reads index.html once. @throws Error when the web app has not been built */
export function readTemplate(webDir: string): Template {
	const source = readFileSync(path.join(webDir, 'index.html'), 'utf8').replace(/<title>[^<]*<\/title>/, '');
	const { localize, importMap } = readLanguageFiles(webDir);
	const inlineFiles = createInlineFiles(webDir);
	const byLocale = new Map(locales.map((locale) => [locale, splitAtMarks(localize(source, locale))]));
	return ({ title, tags }, { data, locale, theme, html, standIn }) => {
		const [opening = '', beforeHead = '', beforeRoot = '', beforeData = '', rest = ''] =
			byLocale.get(locale) ?? [];
		const map = importMap(locale);
		// A rendered page can be read already: its styles and its first image come before the rest.
		const isDeferred = html !== null && beforeHead.includes(startTag);
		/** Links without effect: a link that was added later would make the browser style the whole page again. */
		const withDeferred = (part: string) =>
			isDeferred
				? part.replaceAll(deferrable, (tag, rel = 'modulepreload') => {
						const url = deferredUrl.exec(tag)?.[1];
						return url === undefined ? tag : `<link data-rel="${rel}" href="${url}">`;
					})
				: part;
		const asSent = (part: string) => ({ html: part, styles: [], loaded: [] });
		const withFiles = html === null ? asSent : inlineFiles;
		const own = withFiles(withDeferred(tags.map((tag) => localize(tag, locale)).join('')));
		const first = withFiles(withDeferred(beforeRoot));
		const content = [
			`<title>${escapeHtml(title)}</title>`,
			own.html,
			first.html,
			html === null
				? `<div id="root">${standIn}</div>`
				: `<div id="root" data-locale="${locale}">${html}</div>`,
			beforeData,
			`<script type="application/json" id="${pageDataElementId}">${data}</script>`,
			// That of the first files is loaded by nothing but this HTML.
			...own.loaded,
			withDeferred(rest),
		];
		const document = [
			opening,
			htmlTag(locale, theme === 'system' ? '' : ` data-theme="${theme}"`),
			isDeferred ? beforeHead.replace(startTag, '<script data-waiting>') : beforeHead,
			// Before any script is loaded.
			map === null ? '' : `<script type="importmap">${map}</script>`,
			...content,
		].join('');
		const inline = {
			scripts: map === null ? [] : [map],
			styles: [...own.styles, ...first.styles],
		};
		return { document, inline };
	};
}
