/** The language of the page, and the reader's clock. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import {
	type HourCycle,
	type Locale,
	locales,
	preferenceCookies,
} from '../../contract/bff-api/preferences.ts';
import { keepChoice } from './preference-cookies.ts';

/** Names of the languages, each in itself. */
export const localeNames: Record<Locale, string> = {
	en: 'English',
	'zh-Hans': '简体中文',
	'zh-Hant': '繁體中文',
	ja: '日本語',
	ko: '한국어',
	es: 'Español',
	fr: 'Français',
	de: 'Deutsch',
	'pt-BR': 'Português (Brasil)',
	ar: 'العربية',
};

/** What texts for a reader depend on. */
export interface Reader {
	locale: Locale;
	hourCycle: HourCycle;
}
const ReaderContext = createContext<Reader>({ locale: 'en', hourCycle: 'h23' });

/** Provides the language to everything below. It is that of the document: another one needs another document. */
export function LocaleProvider({ locale, hourCycle, children }: Reader & { children: ReactNode }) {
	const reader = useMemo(() => ({ locale, hourCycle }), [locale, hourCycle]);
	return <ReaderContext value={reader}>{children}</ReaderContext>;
}

export const useLocale = (): Reader => useContext(ReaderContext);

/** Keeps the choice, and loads the page again in that language: the browser has the texts of the present one only. */
export function changeLocale(next: Locale): void {
	keepChoice(preferenceCookies.locale, next);
	navigator.serviceWorker?.controller?.postMessage({ type: 'LANGUAGE_CHANGED' });
	window.location.reload();
}

/** The language in which the BFF sent the document. */
export function pageLocale(): Locale {
	return locales.find((locale) => locale === document.documentElement.lang) ?? 'en';
}
