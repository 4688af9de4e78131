/** The language is stored in a cookie, so that the server can render it. */
import { type Locale, preferenceCookies } from '../../../contract/bff-api/preferences.ts';
import { saveChoice } from '../../shared/preference-cookies.ts';
import { tellWorker } from '../../shared/session/session-data.ts';
import { tabStorage } from '../../shared/storage.ts';

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

const changeKey = 'daybill.language-changed';

/** Whether the page was loaded because of a new choice. True only once. */
export function takeLocaleChange(): boolean {
	const isChanged = tabStorage.read(changeKey) !== null;
	tabStorage.write(changeKey, null);
	return isChanged;
}

/** Saves the choice and reloads the page, because a page has messages in only one language. */
export async function changeLocale(next: Locale): Promise<void> {
	saveChoice(preferenceCookies.locale, next);
	tabStorage.write(changeKey, next);
	try {
		await tellWorker({ type: 'LANGUAGE_CHANGED' });
	} finally {
		window.location.reload();
	}
}
