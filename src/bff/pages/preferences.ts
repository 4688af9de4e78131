/** Language and theme of a visitor (contract `preferences`). */
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import {
	chooseLocale,
	type Locale,
	preferenceCookies,
	type Theme,
	themes,
} from '../../contract/bff-api/preferences.ts';

/** The choice from the settings, which is in cookies, else what the browser asks for (Accept-Language, RFC 9110 §12.5.4). */
export function preferencesOf({ cookies, headers }: FastifyRequest): { locale: Locale; theme: Theme } {
	return {
		locale: chooseLocale(new Negotiator({ headers }).languages(), cookies[preferenceCookies.locale]),
		theme: themes.find((theme) => theme === cookies[preferenceCookies.theme]) ?? 'system',
	};
}
