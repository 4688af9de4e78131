/**
 * Words that the BFF and the web app both say, by language: the BFF reads them here, the app through its message compiler
 * (decision 0030).
 */
import type { Locale } from '../bff-api/preferences.ts';
import en from './en.json' with { type: 'json' };
import zhHans from './zh-Hans.json' with { type: 'json' };

export const words: Readonly<Record<Locale, Readonly<typeof en>>> = { en, 'zh-Hans': zhHans };

/** Puts values into the places of a text, such as `{city}`. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
	text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
