/**
 * Files of the build inside a page's HTML: its styles, without which nothing could be painted before another response has come, and
 * its icon, which would be a request beside that of the first image.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The URL of Daybill's icon in a tag. */
const iconUrl = 'href="/icon.svg"';
/** A tag of the build that loads a style sheet. */
const styleLink = /<link rel="stylesheet"[^<>]* href="\/(assets\/[^"]+\.css)">/g;

export interface InlineFiles {
	/** HTML in which the files are inside. */
	html: string;
	/** The contents of its `style` elements. */
	styles: readonly string[];
	/**
	 * Tags for the end of the page. They load nothing; by them, the loader of code sees that the style sheet of that code is
	 * there.
	 */
	loaded: readonly string[];
}

/**
 * @returns a function that puts the style sheets and the icon of the build into HTML, each of which it reads once
 */
export function createInlineFiles(webDir: string): (html: string) => InlineFiles {
	const sheets = new Map<string, string | null>();
	const icon = path.join(webDir, 'icon.svg');
	// RFC 2397.
	const inlineIcon = existsSync(icon)
		? `href="data:image/svg+xml,${encodeURIComponent(readFileSync(icon, 'utf8').trim())}"`
		: iconUrl;
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
		const inlined = html.replaceAll(styleLink, (tag, file: string) => {
			const sheet = read(file);
			if (sheet === null) return tag;
			styles.push(sheet);
			loaded.push(`<link rel="stylesheet" href="/${file}" disabled>`);
			return `<style>${sheet}</style>`;
		});
		return { html: inlined.replace(iconUrl, inlineIcon), styles, loaded };
	};
}
