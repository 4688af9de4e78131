/** Puts head tags, page data and the rendered page into the built index.html. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pageDataElementId } from '../../contract/bff-api/page-data.ts';
import type { Locale, Theme } from '../../contract/bff-api/preferences.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { htmlTag } from '../http/html-tag.ts';
import type { Head } from './head.ts';

/** What a page consists of besides its head. */
interface Body {
	/** The page's data (contract `PageData`), by `escapeJson`. */
	data: string;
	/** Language of the document. */
	locale: Locale;
	theme: Theme;
	/** The rendered page; null where the browser renders it. */
	html: string | null;
	/** HTML until the browser renders the page; empty for nothing. */
	placeholder: string;
}

export type Template = (head: Head, body: Body) => { document: string; styles: readonly string[] };

/** What a rendered page does not need in order to be shown: the app's scripts, links that preload them, and its manifest. */
const deferrable = /<(?:script type="module"|link rel="(modulepreload|manifest)")[^<>]*>(?:<\/script>)?/g;
/** The URL of one. */
const deferredUrl = / (?:src|href)="([^"]+)"/;

/** A tag of the build that loads a style sheet. */
const styleLink = /<link rel="stylesheet"[^<>]* href="\/(assets\/[^"]+\.css)">/g;

const marks = ['<html lang="en">', '<!--head-->', '<div id="root"></div>', '<!--page-data-->'] as const;

/** The script inside the HTML that loads them later. Where it is missing, the browser does so at once. */
const startTag = '<script data-start>';

/** The five parts of the HTML around its marks. */
function splitAtMarks(html: string): string[] {
	let rest = html;
	const parts = marks.map((mark) => {
		const [part = '', ...others] = rest.split(mark);
		if (others.length === 0) throw new Error(`index.html lacks ${mark}`);
		rest = others.join(mark);
		return part;
	});
	return [...parts, rest];
}

/** Links without effect: a link that was added later would make the browser style the whole page again. */
const withDeferred = (part: string) =>
	part.replaceAll(deferrable, (tag, rel = 'modulepreload') => {
		const url = deferredUrl.exec(tag)?.[1];
		return url === undefined ? tag : `<link data-rel="${rel}" href="${url}">`;
	});

/** Reads index.html once. @throws Error when the web app has not been built */
export function readTemplate(webDir: string): Template {
	const source = readFileSync(path.join(webDir, 'index.html'), 'utf8').replace(/<title>[^<]*<\/title>/, '');
	const [opening = '', beforeHead = '', beforeRoot = '', beforeData = '', rest = ''] = splitAtMarks(source);
	const sheets = new Map<string, string>();
	const readSheet = (file: string): string => {
		const at = path.join(webDir, file);
		const sheet = sheets.get(file) ?? (existsSync(at) ? readFileSync(at, 'utf8').trim() : '');
		sheets.set(file, sheet);
		return sheet;
	};
	/** Puts style sheets inside: without them nothing could be painted before another response has come. */
	const inlineStyles = (html: string, styles: string[], loaded: string[]): string =>
		html.replaceAll(styleLink, (tag, file: string) => {
			const sheet = readSheet(file);
			// Nothing of a style sheet may end its element.
			if (sheet === '' || sheet.includes('</')) return tag;
			styles.push(sheet);
			// It loads nothing; by it, the loader of code sees that the style sheet of that code is there.
			loaded.push(`<link rel="stylesheet" href="/${file}" disabled>`);
			return `<style>${sheet}</style>`;
		});
	return ({ title, tags }, { data, locale, theme, html, placeholder }) => {
		const styles: string[] = [];
		const loaded: string[] = [];
		// A rendered page can be read already: its styles and its first image come before the rest.
		const isDeferred = html !== null && beforeHead.includes(startTag);
		const deferred = isDeferred ? withDeferred : (part: string) => part;
		const inlined = (part: string, loadedLater: string[]) =>
			html === null ? part : inlineStyles(deferred(part), styles, loadedLater);
		const document = [
			opening,
			htmlTag(locale, theme === 'system' ? '' : ` data-theme="${theme}"`),
			isDeferred ? beforeHead.replace(startTag, '<script data-waiting>') : beforeHead,
			`<title>${escapeHtml(title)}</title>`,
			inlined(tags.join(''), loaded),
			// Nothing but this HTML loads the styles of the first files.
			inlined(beforeRoot, []),
			html === null
				? `<div id="root">${placeholder}</div>`
				: `<div id="root" data-locale="${locale}">${html}</div>`,
			beforeData,
			`<script type="application/json" id="${pageDataElementId}">${data}</script>`,
			...loaded,
			deferred(rest),
		].join('');
		return { document, styles };
	};
}
