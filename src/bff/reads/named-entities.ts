/**
 * Decodes HTML's named entities in the service's texts. The contract knows only a few: the full table is too large
 * for the browser.
 */
import { decodeHTMLStrict } from 'entities';

const named = /&[a-z][a-z\d]{1,31};/gi;

/** HTML's special characters stay entities, so that text can't become a tag. */
const special = /^&(?:amp|lt|gt|quot|apos);$/i;

/** Decodes entities such as `&oacute;`. `&amp;`, `&lt;`, `&gt;` and quotes stay. */
export const decodeNamedEntities = (text: string): string =>
	text.includes('&')
		? text.replace(named, (entity) => (special.test(entity) ? entity : decodeHTMLStrict(entity)))
		: text;
