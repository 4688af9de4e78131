import { directionOf, type Locale } from '../../contract/bff-api/preferences.ts';

/** @param attributes HTML, with a space before each */
export const htmlTag = (locale: Locale, attributes = ''): string =>
	`<html lang="${locale}"${directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''}${attributes}>`;
