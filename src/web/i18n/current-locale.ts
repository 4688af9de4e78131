/** The language of the page, for code that is not a component. */
import type { Locale } from '../../contract/bff-api/preferences.ts';
import { overwriteGetLocale } from './generated/runtime.js';

let current: Locale = 'en';

export const currentLocale = (): Locale => current;

/** To be called before anything is said. On the server, and where messages are not built, they come in this language. */
export function setCurrentLocale(locale: Locale): void {
	current = locale;
	// The built messages of a browser are in one language only (src/web/build).
	if (import.meta.env.SSR || import.meta.env.DEV) overwriteGetLocale(currentLocale);
}
