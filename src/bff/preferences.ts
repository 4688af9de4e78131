/** Reads a visitor's language, theme, clock and last city from a request. */
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import {
	chooseLocale,
	type Formats,
	type HourCycle,
	type Locale,
	preferenceCookies,
	themes,
} from '../contract/bff-api/preferences.ts';

/** The usual clock of a language; 24 hours if the language is unknown or `*`. */
function hourCycleOf(language: string): HourCycle {
	try {
		return new Intl.Locale(language).getHourCycles()[0] === 'h12' ? 'h12' : 'h23';
	} catch {
		return 'h23';
	}
}

/** Matches English tags of regions where dates begin with the month. */
const monthFirst = /^en(?:-[a-z]{4})?-(?:us|ca|ph|pr)$/i;

/** Characters of a city's short name. */
const maxCity = 200;

/** Characters of a language tag: enough for a language, script and region. */
const maxTag = 11;

/** Characters of Accept-Language to read. Browsers send fewer than a hundred, and parsing 14,000 takes 5 ms. */
const maxAccepted = 200;

/**
 * Uses what the visitor has chosen (cookies), else what the browser prefers (Accept-Language). The browser's first
 * language decides the clock, even if the app doesn't have that language.
 * @param byDefault the language if the browser requests none that the app has
 */
export function preferencesOf(
	{ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>,
	byDefault: Locale,
) {
	const accepted = headers['accept-language']?.slice(0, maxAccepted);
	const languages = new Negotiator({ headers: { 'accept-language': accepted } }).languages();
	// `cookies` is undefined if a hook failed before the cookies were read.
	const chosen: typeof cookies = cookies ?? {};
	const formats: Formats = {
		hourCycle: hourCycleOf(languages[0]?.slice(0, maxTag) ?? '*'),
		isMonthFirst: monthFirst.test(languages.find((tag) => /^en\b/i.test(tag)) ?? ''),
	};
	return {
		formats,
		locale: chooseLocale(languages, chosen[preferenceCookies.locale], byDefault),
		theme: themes.find((theme) => theme === chosen[preferenceCookies.theme]) ?? 'system',
		/** Short name of the last visited city. */
		city: chosen[preferenceCookies.city]?.split('\n')[0]?.slice(0, maxCity).toWellFormed() || null,
	};
}
