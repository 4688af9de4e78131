/** Light, dark, or as the system is set; kept in a cookie, so that the first HTML has it already. */
import { preferenceCookies, type Theme, themes } from '../../../contract/bff-api/preferences.ts';
import { saveChoice, savedChoice } from '../../i18n/preference-cookies.ts';

export function storedTheme(): Theme {
	const kept = savedChoice(preferenceCookies.theme);
	return themes.find((theme) => theme === kept) ?? 'system';
}

/** Keeps a theme and applies it to the document; it applies also where it cannot be kept. */
export function setTheme(theme: Theme): void {
	saveChoice(preferenceCookies.theme, theme);
	applyTheme(theme);
}

export const applyStoredTheme = (): void => applyTheme(storedTheme());

function applyTheme(theme: Theme): void {
	if (theme === 'system') delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
}
