/** The language of the app: chosen from the browser, switchable, kept. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { overwriteGetLocale } from './generated/runtime.js';

export const locales = ['en', 'zh-Hans'] as const;
export type Locale = (typeof locales)[number];

/** Names of the languages, each in itself. */
export const localeNames: Record<Locale, string> = { en: 'English', 'zh-Hans': '简体中文' };

const storageKey = 'daybill.locale';

/** The first language of the browser's list that there is; any Chinese gets the simplified one. */
export function chooseLocale(languages: readonly string[], stored: string | null): Locale {
	const kept = locales.find((locale) => locale === stored);
	if (kept !== undefined) return kept;
	for (const language of languages) {
		if (/^zh\b/i.test(language)) return 'zh-Hans';
		if (/^en\b/i.test(language)) return 'en';
	}
	return 'en';
}

interface LocaleState {
	locale: Locale;
	setLocale(locale: Locale): void;
}
const LocaleContext = createContext<LocaleState>({ locale: 'en', setLocale: () => undefined });

/** Gives the language to everything below; a change renders all of it anew. */
export function LocaleProvider({ initial, children }: { initial: Locale; children: ReactNode }) {
	const [locale, setState] = useState(initial);
	overwriteGetLocale(() => locale);
	useEffect(() => {
		document.documentElement.lang = locale;
	}, [locale]);
	const setLocale = useCallback((next: Locale) => {
		localStorage.setItem(storageKey, next);
		setState(next);
	}, []);
	const state = useMemo(() => ({ locale, setLocale }), [locale, setLocale]);
	return (
		<LocaleContext value={state}>
			<div key={locale} style={{ display: 'contents' }}>
				{children}
			</div>
		</LocaleContext>
	);
}

export const useLocale = (): LocaleState => useContext(LocaleContext);

/** The language to start with in this browser. */
export function startLocale(): Locale {
	return chooseLocale(navigator.languages, localStorage.getItem(storageKey));
}
