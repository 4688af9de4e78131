/** Light, dark, or as the system says; kept in this browser, and in the first HTML already. */
import { choiceCookies, type Theme, themes } from '../../../contract/choices.ts';
import { keepChoice, keptChoice } from '../../service/choices.ts';

export function storedTheme(): Theme {
	const kept = keptChoice(choiceCookies.theme);
	return themes.find((theme) => theme === kept) ?? 'system';
}

/** Applies a theme to the document and keeps it. */
export function setTheme(theme: Theme): void {
	keepChoice(choiceCookies.theme, theme);
	applyStoredTheme();
}

export function applyStoredTheme(): void {
	const theme = storedTheme();
	if (theme === 'system') delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
}
