/** The language of the app, the browser's or the one chosen in the settings, and the reader's clock. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import {
	chooseLocale,
	type HourCycle,
	type Locale,
	preferenceCookies,
} from '../../contract/bff-api/preferences.ts';
import { overwriteGetLocale } from './generated/runtime.js';
import css from './locale.module.css';
import { keepChoice, keptChoice } from './preference-cookies.ts';

/** Names of the languages, each in itself. */
export const localeNames: Record<Locale, string> = { en: 'English', 'zh-Hans': '简体中文' };

/** What texts for a reader depend on. */
export interface Reader {
	locale: Locale;
	hourCycle: HourCycle;
}
interface LocaleState extends Reader {
	setLocale(locale: Locale): void;
}
const LocaleContext = createContext<LocaleState>({
	locale: 'en',
	hourCycle: 'h23',
	setLocale: () => undefined,
});

/** Provides the language to everything below; a change renders all of it again. */
export function LocaleProvider({
	initial,
	hourCycle,
	children,
}: {
	initial: Locale;
	hourCycle: HourCycle;
	children: ReactNode;
}) {
	const [locale, setState] = useState(initial);
	overwriteGetLocale(() => locale);
	useEffect(() => {
		document.documentElement.lang = locale;
	}, [locale]);
	const setLocale = useCallback((next: Locale) => {
		keepChoice(preferenceCookies.locale, next);
		setState(next);
	}, []);
	const state = useMemo(() => ({ locale, hourCycle, setLocale }), [locale, hourCycle, setLocale]);
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
	return chooseLocale(navigator.languages, keptChoice(preferenceCookies.locale));
}
