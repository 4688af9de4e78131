/** Texts and JSON as they may stand in HTML. */

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text for elements and attributes of HTML, and for XML. */
export const escapeHtml = (text: string): string =>
	text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

/** JSON for a script element: nothing in it can end the element or begin a comment. */
export const escapeJson = (value: unknown): string =>
	JSON.stringify(value).replaceAll(
		/[<>&\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
