/** Inserts head tags, page data and the rendered page into the built index.html. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeUTF8 as escapeHtml } from 'entities';
import { pageDataElementId } from '../../contract/bff-api/page-data.ts';
import type { Locale, Theme } from '../../contract/bff-api/preferences.ts';
import { htmlTag } from '../problems/problem-page.ts';
import type { Head } from './head.ts';

interface Body {
	/** `PageData` as JSON, from `escapeJson`. */
	data: string;
	locale: Locale;
	theme: Theme;
	/** Null if the browser renders the page. */
	html: string | null;
	/** HTML to show until the browser has rendered the page; may be empty. */
	placeholder: string;
}

/** Matches tags that a rendered page doesn't need at first: scripts, their preloads, the manifest, and icons. */
const deferrable =
	/<(?:script type="module"|link rel="(modulepreload|manifest|icon)")[^<>]*>(?:<\/script>)?/g;
const deferredUrl = / (?:src|href)="([^"]+)"/;

const styleLink = /<link rel="stylesheet"[^<>]* href="\/(assets\/[^"]+\.css)">/g;

/** Styles a placeholder, with the custom properties of `web/ui/tokens.css`. */
const placeholderStyle =
	':is(#root,noscript)>:is(header,main){display:grid;gap:var(--gap-4);padding:var(--gap-4) var(--edge)}:is(#root,noscript)>header{border-block-end:3px double var(--ink);font:900 1.5rem/1 var(--display)}';

const marks = /<html lang="en">|<!--head-->|<div id="root"><\/div>|<!--page-data-->/;

/** Begins the inline script that loads the deferred tags later. If there is none, no tag is deferred. */
const startTag = '<script data-start>';

/** Makes tags inert instead of removing them: when tags are added later, the browser computes all styles again. */
const withDeferred = (part: string) =>
	part.replaceAll(deferrable, (tag, rel = 'modulepreload') => {
		// Without any icon, browsers would request `/favicon.ico`.
		if (rel === 'icon') return tag.replace(' href="', ' href="data:," data-href="');
		const url = deferredUrl.exec(tag)?.[1];
		return url === undefined ? tag : `<link data-rel="${rel}" href="${url}">`;
	});

/** Reads index.html once. @throws Error if the web app has not been built */
export function readTemplate(webDir: string) {
	const source = readFileSync(path.join(webDir, 'index.html'), 'utf8').replace(/<title>[^<]*<\/title>/, '');
	const [opening = '', beforeHead = '', beforeRoot = '', beforeData = '', rest] = source.split(marks);
	if (rest === undefined) throw new Error(`index.html lacks a part of ${marks}`);
	const sheets = new Map<string, string>();
	const readSheet = (file: string): string => {
		const at = path.join(webDir, file);
		const sheet = sheets.get(file) ?? (existsSync(at) ? readFileSync(at, 'utf8').trim() : '');
		sheets.set(file, sheet);
		return sheet;
	};
	/** Replaces links to style sheets by their content: a file would take another round trip before the page shows. */
	const inlineStyles = (html: string, styles: string[], loaded: string[]): string =>
		html.replaceAll(styleLink, (tag, file: string) => {
			const sheet = readSheet(file);
			// `</` could end the style element.
			if (sheet === '' || sheet.includes('</')) return tag;
			styles.push(sheet);
			// A disabled link loads nothing. It tells the module loader that the styles are present.
			loaded.push(`<link rel="stylesheet" href="/${file}" disabled>`);
			return '';
		});
	return (
		{ title, tags }: Head,
		{ data, locale, theme, html, placeholder }: Body,
	): { document: string; style: string } => {
		const styles: string[] = [];
		const loaded: string[] = [];
		// A rendered page is readable before the scripts run, so they load after its styles and first image.
		const isDeferred = html !== null && beforeHead.includes(startTag);
		const deferred = isDeferred ? withDeferred : (part: string) => part;
		const inlined = (part: string) => (html === null ? part : inlineStyles(deferred(part), styles, loaded));
		const headTags = inlined(tags.join(''));
		const restOfHead = inlined(beforeRoot);
		// One style element, because the Content-Security-Policy has a hash for each.
		const style = html === null ? placeholderStyle : styles.join('');
		const document = [
			opening,
			htmlTag(locale, theme === 'system' ? '' : ` data-theme="${theme}"`),
			isDeferred ? beforeHead.replace(startTag, '<script data-waiting>') : beforeHead,
			`<title>${escapeHtml(title)}</title>`,
			headTags,
			style && `<style>${style}</style>`,
			restOfHead,
			html === null
				? `<div id="root">${placeholder}</div>`
				: `<div id="root" data-locale="${locale}">${html}</div>`,
			beforeData,
			`<script type="application/json" id="${pageDataElementId}">${data}</script>`,
			...loaded,
			deferred(rest),
		].join('');
		return { document, style };
	};
}
