/** Putting head tags, page data and the rendered page into the built index.html. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pageDataElementId } from '../../contract/bff-api/page-data.ts';
import { type Locale, locales, type Theme } from '../../contract/bff-api/preferences.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { htmlTag } from '../http/html-tag.ts';
import type { InlineCode } from '../http/security-headers.ts';
import type { Head } from './head-tags.ts';
import { createInlineStyles } from './inline-styles.ts';
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
}

export type Template = (head: Head, body: Body) => { document: string; inline: InlineCode };

/** The app's scripts, and links that preload them. */
const scripts = /<(?:script type="module"|link rel="modulepreload")[^<>]*>(?:<\/script>)?/g;
/** The URL of one. */
const scriptUrl = / (?:src|href)="([^"]+)"/;

const marks = ['<html lang="en">', '<!--head-->', '<div id="root"></div>', '<!--page-data-->'] as const;

/** The script inside the HTML that loads the others on a rendered page. Where it is missing, they load at once. */
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
	const inlineStyles = createInlineStyles(webDir);
	const byLocale = new Map(locales.map((locale) => [locale, splitAtMarks(localize(source, locale))]));
	return ({ title, tags }, { data, locale, theme, html }) => {
		const [opening = '', beforeHead = '', beforeRoot = '', beforeData = '', rest = ''] =
			byLocale.get(locale) ?? [];
		const hasStart = beforeHead.includes(startTag);
		const map = importMap(locale);
		// A rendered page can be read already: its styles and its first picture come before the scripts.
		const later: string[] = [];
		const withoutScripts = (part: string) =>
			html === null || !hasStart
				? part
				: part.replaceAll(scripts, (tag) => {
						const url = scriptUrl.exec(tag)?.[1];
						if (url === undefined) return tag;
						later.push(url);
						return '';
					});
		const asSent = (part: string) => ({ html: part, styles: [], loaded: [] });
		const withStyles = html === null ? asSent : inlineStyles;
		const own = withStyles(withoutScripts(tags.map((tag) => localize(tag, locale)).join('')));
		const first = withStyles(withoutScripts(beforeRoot));
		const content = [
			`<title>${escapeHtml(title)}</title>`,
			own.html,
			first.html,
			html === null ? '<div id="root"></div>' : `<div id="root" data-locale="${locale}">${html}</div>`,
			beforeData,
			`<script type="application/json" id="${pageDataElementId}">${data}</script>`,
			// That of the first files is loaded by nothing but this HTML.
			...own.loaded,
			withoutScripts(rest),
		];
		const document = [
			opening,
			htmlTag(locale, theme === 'system' ? '' : ` data-theme="${theme}"`),
			later.length === 0
				? beforeHead
				: beforeHead.replace(startTag, `<script data-modules="${later.join(' ')}">`),
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
