/** JSON with line breaks; anything else as it is. */
export function formatBody(body: string): string {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch (error) {
		if (error instanceof SyntaxError) return body;
		throw error;
	}
}
