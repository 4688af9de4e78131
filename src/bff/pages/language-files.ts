/** The built files that exist once for each language, and the import map that leads a browser to those of the page's. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';

/** As `src/web/build/language-files.ts` writes it: from the file of a chunk to the one in a language. */
type Files = Readonly<Record<string, string>>;

export interface LanguageFiles {
	/** Puts the files of a language in place of those for all languages, in HTML or a part of it. */
	localize(html: string, locale: Locale): string;
	/** Content of `<script type="importmap">`; null where no file exists in a language. */
	importMap(locale: Locale): string | null;
}

/** Reads what the build wrote about languages, once. A web app without it has no such files. */
export function readLanguageFiles(webDir: string): LanguageFiles {
	const file = path.join(webDir, '.vite', 'languages.json');
	const byLocale = existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<Locale, Files>>)
		: {};
	const pairs = (locale: Locale) =>
		Object.entries(byLocale[locale] ?? {}).map(([from, to]) => [`/${from}`, `/${to}`] as const);
	const maps = new Map(
		locales.map((locale) => {
			const imports = Object.fromEntries(pairs(locale));
			return [locale, Object.keys(imports).length === 0 ? null : JSON.stringify({ imports })];
		}),
	);
	return {
		localize: (html, locale) =>
			pairs(locale).reduce((text, [from, to]) => text.replaceAll(`"${from}"`, `"${to}"`), html),
		importMap: (locale) => maps.get(locale) ?? null,
	};
}
