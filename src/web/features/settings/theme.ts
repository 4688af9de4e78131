/** The theme is stored in a cookie, so that the server can render it. */
import { preferenceCookies, type Theme, themes } from '../../../contract/bff-api/preferences.ts';
import { saveChoice, savedChoice } from '../../shared/preference-cookies.ts';

export function storedTheme(): Theme {
	const saved = savedChoice(preferenceCookies.theme);
	return themes.find((theme) => theme === saved) ?? 'system';
}

export function setTheme(theme: Theme): void {
	saveChoice(preferenceCookies.theme, theme);
	applyTheme(theme);
}

export const applyStoredTheme = (): void => applyTheme(storedTheme());

function applyTheme(theme: Theme): void {
	if (theme === 'system') delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
}
