/** JSON as it may stand in HTML. */

/** JSON for a script element: nothing in it can end the element or begin a comment. */
export const escapeJson = (value: unknown): string =>
	// One character after another: a function for each match would cost fifty times as much.
	JSON.stringify(value)
		.replaceAll('<', '\\u003c')
		.replaceAll('>', '\\u003e')
		.replaceAll('&', '\\u0026')
		.replaceAll('\u2028', '\\u2028')
		.replaceAll('\u2029', '\\u2029');
