/** The language of the app: chosen from the browser, switchable, kept. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { choiceCookies, chooseLocale, type Locale } from '../../contract/choices.ts';
import { keepChoice, keptChoice } from '../service/choices.ts';
import { overwriteGetLocale } from './generated/runtime.js';
import css from './locale.module.css';

/** Names of the languages, each in itself. */
export const localeNames: Record<Locale, string> = { en: 'English', 'zh-Hans': '简体中文' };

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
		keepChoice(choiceCookies.locale, next);
		setState(next);
	}, []);
	const state = useMemo(() => ({ locale, setLocale }), [locale, setLocale]);
	return (
		<LocaleContext value={state}>
			<div key={locale} className={css.root}>
				{children}
			</div>
		</LocaleContext>
	);
}

export const useLocale = (): LocaleState => useContext(LocaleContext);

/** The language to start with in this browser. */
export function startLocale(): Locale {
	return chooseLocale(navigator.languages, keptChoice(choiceCookies.locale));
}
