/** The built files that exist once for each language, and the import map that leads a browser to those of the page's. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locale } from '../../contract/bff-api/preferences.ts';

/** As `src/web/build/language-files.ts` writes it: from the file of a chunk to the one in a language. */
type Files = Readonly<Record<string, string>>;

export interface LanguageFiles {
	/** Puts the files of a language in place of those for all languages, in HTML or a part of it. */
	localize(html: string, locale: Locale): string;
	/** Content of `<script type="importmap">`; null where no file exists in a language. */
	importMap(locale: Locale): string | null;
}

/** A file of JSON that the build wrote about itself; empty where there is none. */
export function readBuildFile<Value>(webDir: string, name: string): Partial<Record<string, Value>> {
	const file = path.join(webDir, '.vite', name);
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Reads what the build wrote about languages, once. A web app without it has no such files. */
export function readLanguageFiles(webDir: string): LanguageFiles {
	const byLocale = readBuildFile<Files>(webDir, 'languages.json');
	const pairs = (locale: Locale) =>
		Object.entries(byLocale[locale] ?? {}).map(([from, to]) => [`/${from}`, `/${to}`] as const);
	return {
		localize: (html, locale) =>
			pairs(locale).reduce((text, [from, to]) => text.replaceAll(`"${from}"`, `"${to}"`), html),
		importMap: (locale) =>
			pairs(locale).length === 0 ? null : JSON.stringify({ imports: Object.fromEntries(pairs(locale)) }),
	};
}
