/** Language, theme and clock of a visitor (contract `preferences`). */
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import {
	chooseLocale,
	type HourCycle,
	type Locale,
	locales,
	preferenceCookies,
	type Theme,
	themes,
} from '../../contract/bff-api/preferences.ts';

/** The clock that is usual where a language is spoken; 24 hours where that is not known, as for `*`. */
function hourCycleOf(language: string): HourCycle {
	try {
		return new Intl.Locale(language).getHourCycles()[0] === 'h12' ? 'h12' : 'h23';
	} catch (error) {
		if (error instanceof RangeError) return 'h23';
		throw error;
	}
}

/** Characters of a city's short name. */
const maxCity = 200;

/** Characters of a language tag that are looked at: language, script and region. */
const maxTag = 11;

/**
 * The choice from the settings, which is in cookies, else what the browser asks for (Accept-Language, RFC 9110 §12.5.4).
 * The clock is that of the language that the browser prefers, whatever the language of the page.
 *
 * @param byDefault language for a browser that asks for none that the app has
 */
export function preferencesOf(
	{ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>,
	byDefault: Locale,
): {
	locale: Locale;
	theme: Theme;
	hourCycle: HourCycle;
	/** Short name of the city of the last visit. */
	city: string | null;
} {
	const languages = new Negotiator({ headers }).languages();
	// What fails before the cookies are read has none.
	const chosen: typeof cookies = cookies ?? {};
	return {
		locale: chooseLocale(languages, chosen[preferenceCookies.locale], locales, byDefault),
		theme: themes.find((theme) => theme === chosen[preferenceCookies.theme]) ?? 'system',
		hourCycle: hourCycleOf(languages[0]?.slice(0, maxTag) ?? '*'),
		city: chosen[preferenceCookies.city]?.slice(0, maxCity) || null,
	};
}
