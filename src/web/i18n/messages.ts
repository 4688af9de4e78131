/** Messages in the reader's language, one chunk per language (decision 14). */
import { defaultFormats, type Formats, type Locale } from '../../contract/bff-api/preferences.ts';
import type { m as Messages } from './generated/messages.js';
// Used by all languages: in the first bundle, not a file of its own.
import './generated/registry.js';

const load = {
	en: () => import('./generated/messages/en.js'),
	'zh-Hans': () => import('./generated/messages/zh-Hans.js'),
	'zh-Hant': () => import('./generated/messages/zh-Hant.js'),
	ja: () => import('./generated/messages/ja.js'),
	ko: () => import('./generated/messages/ko.js'),
	es: () => import('./generated/messages/es.js'),
	fr: () => import('./generated/messages/fr.js'),
	de: () => import('./generated/messages/de.js'),
	'pt-BR': () => import('./generated/messages/pt-BR.js'),
	ar: () => import('./generated/messages/ar.js'),
} satisfies Record<Locale, () => Promise<unknown>>;

/** Functions by message key: `m.app_close()` returns the text. */
export let m: typeof Messages;
/** Language and formats of the person who reads the page. */
export let reader: Formats & { locale: Locale };

/** Must be awaited before the first render, in the browser and on the server. */
export async function loadMessages(locale: Locale, formats: Formats = defaultFormats): Promise<void> {
	// Exported by `messageObject` (`vite.config.ts`).
	({ m } = (await load[locale]()) as unknown as { m: typeof Messages });
	reader = { locale, ...formats };
}
