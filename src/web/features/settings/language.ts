/** The language is stored in a cookie, so that the server can render it. */
import { type Locale, preferenceCookies } from '../../../contract/bff-api/preferences.ts';
import { saveChoice } from '../../shared/preference-cookies.ts';
import { tellWorker } from '../../shared/session/session-data.ts';

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

/** Saves the choice and reloads the page, because a page has messages in only one language. */
export async function changeLocale(next: Locale): Promise<void> {
	saveChoice(preferenceCookies.locale, next);
	try {
		await tellWorker({ type: 'LANGUAGE_CHANGED' });
	} finally {
		window.location.reload();
	}
}
