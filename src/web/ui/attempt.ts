/** The result; undefined if `use` throws, as storage and cookies do when blocked, absent or full. */
export function attempt<Result>(use: () => Result): Result | undefined {
	try {
		return use();
	} catch {
		return undefined;
	}
}

/** The parsed text; undefined if it is not JSON. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text));
