/** Named entities of HTML in what the service sends. The contract knows only a few: their table would weigh too much for the browser. */
import { decodeHTMLStrict } from 'entities';

const named = /&[a-z][a-z\d]{1,31};/gi;

/** Characters that HTML gives a meaning. As entities they stay, so that text cannot become a tag. */
const special = /^&(?:amp|lt|gt|quot|apos);$/i;

/** A text with its named entities, such as `&oacute;`, as characters. `&amp;`, `&lt;`, `&gt;` and quotes stay as they are. */
export const decodeNamedEntities = (text: string): string =>
	text.includes('&')
		? text.replace(named, (entity) => (special.test(entity) ? entity : decodeHTMLStrict(entity)))
		: text;
