/** Putting head tags and page data into the built index.html. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locale, Theme } from '../../contract/choices.ts';
import { pageDataElementId } from '../../contract/session.ts';

/** Text as it may stand in HTML, in elements and attributes. */
export function escapeHtml(text: string): string {
	const entities: Record<string, string> = {
		'&': '&amp;',
		'<': '&lt;',
		'>': '&gt;',
		'"': '&quot;',
		"'": '&#39;',
	};
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** JSON as it may stand in a script element: nothing in it can end the element or begin a comment. */
export function escapeJson(value: unknown): string {
	return JSON.stringify(value).replace(
		/[<>&\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

export interface Head {
	title: string;
	/** Tags besides the title, ready as HTML. */
	tags: readonly string[];
}

/** What a page is made of besides its head. */
interface Body {
	/** The page's data (contract `PageData`), by {@link escapeJson}. */
	data: string;
	/** Of the document; where the screen is rendered, its language too. */
	locale: Locale;
	theme: Theme;
	/** The screen as HTML; null: the browser draws it. */
	screen: string | null;
}

export type Template = (head: Head, body: Body) => string;

/** Scripts of the app, and what asks for them early. */
const programs =
	/<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g;

const marks = ['<html lang="en">', '<!--head-->', '<div id="root"></div>', '<!--page-data-->'] as const;

/**
 * Reads index.html once.
 *
 * @param start the program that loads the others on a screen that can be read already; they come at once without it
 * @throws Error when the web app has not been built
 */
export function readTemplate(webDir: string, start?: string): Template {
	const html = readFileSync(path.join(webDir, 'index.html'), 'utf8').replace(/<title>.*?<\/title>/s, '');
	const parts: string[] = [];
	let rest = html;
	for (const mark of marks) {
		const at = rest.indexOf(mark);
		if (at === -1) throw new Error(`index.html lacks ${mark}`);
		parts.push(rest.slice(0, at));
		rest = rest.slice(at + mark.length);
	}
	const [opening = '', beforeHead = '', beforeRoot = '', beforeData = ''] = parts;
	return ({ title, tags }, { data, locale, theme, screen }) => {
		// A screen that can be read already needs its styles and its first picture before the programs.
		const later: string[] = [];
		const withoutPrograms = (part: string) =>
			screen === null || start === undefined
				? part
				: part.replaceAll(programs, (_tag, address: string) => {
						later.push(address);
						return '';
					});
		return [
			opening,
			`<html lang="${locale}"${theme === 'system' ? '' : ` data-theme="${theme}"`}>`,
			beforeHead,
			`<title>${escapeHtml(title)}</title>`,
			...tags.map(withoutPrograms),
			withoutPrograms(beforeRoot),
			screen === null ? '<div id="root"></div>' : `<div id="root" data-locale="${locale}">${screen}</div>`,
			beforeData,
			`<script type="application/json" id="${pageDataElementId}">${data}</script>`,
			withoutPrograms(rest).replace('</body>', (end) =>
				later.length === 0
					? end
					: `<script type="module" src="/${start}" data-modules="${later.join(' ')}"></script>${end}`,
			),
		].join('');
	};
}
