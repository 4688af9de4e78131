/** JSON as it may stand in HTML. */

/** JSON for a script element: nothing in it can end the element or begin a comment. */
export const escapeJson = (value: unknown): string =>
	JSON.stringify(value).replaceAll(
		/[<>&\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
