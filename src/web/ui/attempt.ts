/** The result; undefined if it throws, as storage and cookies do that are blocked, absent or full. */
export function attempt<Result>(use: () => Result): Result | undefined {
	try {
		return use();
	} catch {
		return undefined;
	}
}

/** Undefined if the text is not JSON. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text));
