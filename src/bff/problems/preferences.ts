/** A visitor's language, theme, clock and last city (contract `preferences`). */
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import {
	chooseLocale,
	type Formats,
	type HourCycle,
	type Locale,
	preferenceCookies,
	themes,
} from '../../contract/bff-api/preferences.ts';

/** A language's usual clock; 24 hours if unknown, as for `*`. */
function hourCycleOf(language: string): HourCycle {
	try {
		return new Intl.Locale(language).getHourCycles()[0] === 'h12' ? 'h12' : 'h23';
	} catch {
		return 'h23';
	}
}

/** Regions whose English dates put the month first. */
const monthFirst = /^en(?:-[a-z]{4})?-(?:us|ca|ph|pr)$/i;

/** Characters. */
const maxCity = 200;

/** Characters; enough for a language, script and region. */
const maxTag = 11;

/** Characters of Accept-Language. Browsers send fewer than a hundred, and parsing 14,000 takes 5 ms. */
const maxAccepted = 200;

/**
 * The choices in cookies, else the browser's (Accept-Language, RFC 9110 §12.5.4). The clock follows the
 * browser's preferred language, even if the page is in another.
 * @param byDefault language if the browser requests none that the app has
 */
export function preferencesOf(
	{ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>,
	byDefault: Locale,
) {
	const accepted = headers['accept-language']?.slice(0, maxAccepted);
	const languages = new Negotiator({ headers: { 'accept-language': accepted } }).languages();
	// Undefined if an error occurred before cookies were parsed.
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
		city: chosen[preferenceCookies.city]?.slice(0, maxCity).toWellFormed() || null,
	};
}
