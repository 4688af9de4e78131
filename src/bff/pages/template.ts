/** Putting head tags and page data into the built index.html. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type PageData, pageDataElementId } from '../../contract/session.ts';

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

export type Template = (head: Head, data: PageData) => string;

/**
 * Reads index.html once.
 *
 * @throws Error when the web app has not been built
 */
export function readTemplate(webDir: string): Template {
	const html = readFileSync(path.join(webDir, 'index.html'), 'utf8');
	const [beforeHead = '', afterHead] = html.replace(/<title>.*?<\/title>/s, '').split('<!--head-->');
	const [between = '', after] = (afterHead ?? '').split('<!--page-data-->');
	if (after === undefined) throw new Error('index.html lacks the marks for head and page data');
	return ({ title, tags }, data) =>
		[
			beforeHead,
			`<title>${escapeHtml(title)}</title>`,
			...tags,
			between,
			`<script type="application/json" id="${pageDataElementId}">${escapeJson(data)}</script>`,
			after,
		].join('');
}
