/** Light, dark, or as the system says; kept in this browser. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
const storageKey = 'daybill.theme';

export function storedTheme(): Theme {
	const stored = localStorage.getItem(storageKey);
	return themes.find((theme) => theme === stored) ?? 'system';
}

/** Applies a theme to the document and keeps it. */
export function setTheme(theme: Theme): void {
	localStorage.setItem(storageKey, theme);
	applyStoredTheme();
}

export function applyStoredTheme(): void {
	const theme = storedTheme();
	if (theme === 'system') delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
}
