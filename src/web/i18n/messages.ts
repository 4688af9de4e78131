/** Messages in the reader's language, one chunk per language (decision 14). */
import { defaultFormats, type Formats, type Locale } from '../../contract/bff-api/preferences.ts';
import type { m as Messages } from './generated/messages.js';

/** Functions that load a language's messages, by path. */
const load = import.meta.glob<Pick<Language, 'm'>>(['./generated/messages/*.js', '!**/_index.js']);

export interface Language {
	/** Functions by message key: `m.app_close()` returns the text. */
	m: typeof Messages;
	/** Language and formats of the person who reads the page. */
	reader: Formats & { locale: Locale };
}

export let m: Language['m'];
export let reader: Language['reader'];

export async function readLanguage(locale: Locale, formats: Formats = defaultFormats): Promise<Language> {
	// Exported by `messageObject` (`vite.config.ts`).
	const loaded = await load[`./generated/messages/${locale}.js`]?.();
	if (loaded === undefined) throw new Error(`no messages in ${locale}. Run \`npm run messages\`.`);
	return { m: loaded.m, reader: { locale, ...formats } };
}

export function setLanguage(language: Language): void {
	({ m, reader } = language);
}

/** Must be awaited before the first render. Components that are rendered already must be mounted again. */
export const loadMessages = async (...language: Parameters<typeof readLanguage>): Promise<void> =>
	setLanguage(await readLanguage(...language));
