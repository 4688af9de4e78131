/**
 * `npm run pseudo`: Daybill with its sandbox in the pseudo-locale, from left to right in a browser that asks for English,
 * and mirrored in one that asks for Arabic. The settings are those of `npm start`.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { directionOf } from '../../src/contract/bff-api/preferences.ts';
import { buildPseudo, pseudoLocales, pseudoWebDir } from './build.ts';
import { pseudoFile } from './pseudo.ts';

/** The words of a language that the BFF says. */
const isWordsOf = (url: string, locale: string) => url.endsWith(`/src/contract/words/${locale}.json`);

registerHooks({
	load(url, context, next) {
		const locale = pseudoLocales.find((each) => isWordsOf(url, each));
		if (locale === undefined) return next(url, context);
		const english = readFileSync(fileURLToPath(new URL('en.json', url)), 'utf8');
		const source = pseudoFile(english, directionOf(locale) === 'rtl');
		return { format: 'json', source, shortCircuit: true };
	},
});

// Only after that: what imports the words must not be loaded before.
const { fail } = await import('../../src/cli/run.ts');
const { serveDaybill } = await import('../../src/cli/serve-daybill.ts');

await serveDaybill(pseudoWebDir, buildPseudo).catch(fail);
