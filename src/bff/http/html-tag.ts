import { directionOf, type Locale } from '../../contract/bff-api/preferences.ts';

/**
 * The opening tag of a document, with its language and direction.
 *
 * @param attributes further ones, as HTML with a space before each
 */
export const htmlTag = (locale: Locale, attributes = ''): string =>
	`<html lang="${locale}"${directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''}${attributes}>`;
