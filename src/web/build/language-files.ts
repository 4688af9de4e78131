/**
 * Messages in files of one language each (decision 0039). A chunk of messages has all languages, and picks one while it
 * runs. From each such chunk this plugin makes one file for every language, in which the others are left out. An import map
 * inside the HTML leads a browser to the files of the page's language; where there is none, the chunk itself works too.
 */
import { minifySync, type Plugin, transformWithOxc } from 'vite';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import { isMessageChunk } from './chunk-names.ts';

/** What the compiler writes for a message, besides a function for each language. */
const compiled = {
	imports: /^import .*$/gm,
	/** Begins the function that is exported, which picks one of the others; nothing comes after it. */
	name: /^export const \w+ = /m,
	picks: 'experimentalStaticLocale',
	/** A language, and its function. */
	case: /if \(locale === ("[\w-]+")\) return (\w+)\(/g,
	otherwise: /[;)]\n\s?return (\w+)\(/,
	/** Every caller gives what a message needs; the types see to it. */
	input: /(?<=\$\{|Number\()i\?\./g,
	plural: /\bregistry\.plural\(("[\w-]+"), ([^,]+), \{\}\)/g,
};
/** The language of the page, which the BFF writes into its HTML. */
const pageLanguage = 'document.documentElement.lang';

/**
 * A compiled message without the library around it: its language is picked once, since it is that of the page.
 *
 * @throws Error when the compiler writes something else
 */
export function leanMessage(code: string): string {
	const exported = compiled.name.exec(code);
	const choice = code.slice(exported?.index);
	const [, otherwise] = compiled.otherwise.exec(choice) ?? [];
	if (exported === null || otherwise === undefined || !choice.includes(compiled.picks))
		throw new Error(`messages are compiled in another way now: ${code}`);
	const cases = [...choice.matchAll(compiled.case)].map(
		([, locale, text]) => `${pageLanguage} === ${locale} ? ${text} : `,
	);
	const lean = code
		.replace(choice, () => `${exported[0]}${cases.join('')}${otherwise};`)
		.replace(compiled.imports, '')
		.replace(compiled.plural, 'new Intl.PluralRules($1).select(Number($2))')
		.replace(compiled.input, 'i.');
	if (/\bregistry\./.test(lean)) throw new Error(`a message needs more of its library than plurals: ${code}`);
	return lean;
}

/** A chunk of messages in one language. */
async function inLanguage(locale: Locale, name: string, code: string): Promise<string> {
	const chosen = await transformWithOxc(code, name, {
		define: { [pageLanguage]: JSON.stringify(locale) },
		sourcemap: false,
	});
	const small = minifySync(name, chosen.code, { module: true, compress: true, mangle: { toplevel: true } });
	const [error] = small.errors;
	if (error !== undefined) throw new Error(`${name}: ${error.message}`);
	return small.code;
}

export const languageFiles: Plugin = {
	name: 'daybill-language-files',
	apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
	config: () => ({
		experimental: {
			// What is preloaded with a lazy chunk is the file of the page's language, too.
			renderBuiltUrl: (file, { hostType }) =>
				hostType === 'js' && file.startsWith('assets/messages-') && file.endsWith('.js')
					? { runtime: `(import.meta.resolve?.("/${file}")??"/${file}")` }
					: undefined,
		},
	}),
	transform(code, id) {
		if (/\/i18n\/generated\/runtime\.js$/.test(id)) return { code, map: null, moduleSideEffects: false };
		if (!/\/i18n\/generated\/messages\/(?!_)\w+\.js$/.test(id)) return undefined;
		return { code: leanMessage(code), map: null, moduleSideEffects: false };
	},
	async generateBundle(_options, bundle) {
		const files = Object.fromEntries(locales.map((locale) => [locale, {} as Record<string, string>]));
		for (const chunk of Object.values(bundle)) {
			if (chunk.type !== 'chunk' || !isMessageChunk(chunk.name)) continue;
			for (const locale of locales) {
				const name = `${chunk.name}-${locale}.js`;
				const source = await inLanguage(locale, name, chunk.code);
				const reference = this.emitFile({ type: 'asset', name, source });
				Object.assign(files[locale] ?? {}, { [chunk.fileName]: this.getFileName(reference) });
			}
		}
		this.emitFile({
			type: 'asset',
			fileName: '.vite/languages.json',
			source: JSON.stringify(files satisfies Record<string, Record<string, string>>),
		});
	},
};
