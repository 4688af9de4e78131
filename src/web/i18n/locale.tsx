import { createContext, type ReactNode, useContext } from 'react';
import { type HourCycle, type Locale, locales } from '../../contract/bff-api/preferences.ts';

/** Language and clock of the person who reads the page. */
export interface Reader {
	locale: Locale;
	hourCycle: HourCycle;
}
const ReaderContext = createContext<Reader>({ locale: 'en', hourCycle: 'h23' });

export function LocaleProvider({ children, ...reader }: Reader & { children: ReactNode }) {
	return <ReaderContext value={reader}>{children}</ReaderContext>;
}

export const useLocale = (): Reader => useContext(ReaderContext);

export function pageLocale(): Locale {
	return locales.find((locale) => locale === document.documentElement.lang) ?? 'en';
}
