/** Styles of a page inside its HTML: without them, nothing could be painted before another response has come. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A tag of the build that loads a style sheet. */
const link = /<link rel="stylesheet"[^<>]* href="\/(assets\/[^"]+\.css)">/g;

export interface InlineStyles {
	/** HTML in which the styles are inside. */
	html: string;
	/** The contents of its `style` elements. */
	styles: readonly string[];
	/**
	 * Tags for the end of the page. They have no effect on the screen and delay nothing; by them, the loader of code sees
	 * that the style sheet of that code is there.
	 */
	loaded: readonly string[];
}

/**
 * @returns a function that puts the style sheets of the build into HTML, each of which it reads once
 */
export function createInlineStyles(webDir: string): (html: string) => InlineStyles {
	const sheets = new Map<string, string | null>();
	const read = (file: string): string | null => {
		const known = sheets.get(file);
		if (known !== undefined) return known;
		const at = path.join(webDir, file);
		const text = existsSync(at) ? readFileSync(at, 'utf8').trim() : null;
		// Nothing of a style sheet may end its element.
		const sheet = text === null || text.includes('</') ? null : text;
		sheets.set(file, sheet);
		return sheet;
	};
	return (html) => {
		const styles: string[] = [];
		const loaded: string[] = [];
		const inlined = html.replaceAll(link, (tag, file: string) => {
			const sheet = read(file);
			if (sheet === null) return tag;
			styles.push(sheet);
			loaded.push(`<link rel="stylesheet" href="/${file}" media="print">`);
			return `<style>${sheet}</style>`;
		});
		return { html: inlined, styles, loaded };
	};
}
