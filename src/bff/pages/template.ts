/** Putting head tags, page data and the rendered page into the built index.html. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pageDataElementId } from '../../contract/bff-api/page-data.ts';
import type { Locale, Theme } from '../../contract/bff-api/preferences.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import type { Head } from './head-tags.ts';

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

export type Template = (head: Head, body: Body) => string;

/** The app's scripts, and links that preload them. */
const scripts = /<(?:script type="module"|link rel="modulepreload")[^<>]*>(?:<\/script>)?/g;
/** The URL of one. */
const scriptUrl = / (?:src|href)="([^"]+)"/;

const marks = ['<html lang="en">', '<!--head-->', '<div id="root"></div>', '<!--page-data-->'] as const;

/** The script inside the HTML that loads the others on a rendered page. Where it is missing, they load at once. */
const startTag = '<script data-start>';

/** Reads index.html once. @throws Error when the web app has not been built */
export function readTemplate(webDir: string): Template {
	const source = readFileSync(path.join(webDir, 'index.html'), 'utf8').replace(/<title>[^<]*<\/title>/, '');
	const parts: string[] = [];
	let rest = source;
	for (const mark of marks) {
		const at = rest.indexOf(mark);
		if (at === -1) throw new Error(`index.html lacks ${mark}`);
		parts.push(rest.slice(0, at));
		rest = rest.slice(at + mark.length);
	}
	const [opening = '', beforeHead = '', beforeRoot = '', beforeData = ''] = parts;
	const hasStart = beforeHead.includes(startTag);
	return ({ title, tags }, { data, locale, theme, html }) => {
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
		const content = [
			`<title>${escapeHtml(title)}</title>`,
			...tags.map(withoutScripts),
			withoutScripts(beforeRoot),
			html === null ? '<div id="root"></div>' : `<div id="root" data-locale="${locale}">${html}</div>`,
			beforeData,
			`<script type="application/json" id="${pageDataElementId}">${data}</script>`,
			withoutScripts(rest),
		];
		return [
			opening,
			`<html lang="${locale}"${theme === 'system' ? '' : ` data-theme="${theme}"`}>`,
			later.length === 0
				? beforeHead
				: beforeHead.replace(startTag, `<script data-modules="${later.join(' ')}">`),
			...content,
		].join('');
	};
}
