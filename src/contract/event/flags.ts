/** Yes/no flags (Spec §2): the specification names the style, not the words (gap register, `flags`). */
import { readText } from './fields.ts';

const words: ReadonlyMap<string, boolean> = new Map([
	...['yes', 'y', 'true', '1'].map((word) => [word, true] as const),
	...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
]);

/** Reads a flag in any of the words that services use, in any case. @returns null for anything else */
export function readFlag(value: unknown): boolean | null {
	const word = typeof value === 'boolean' ? String(value) : readText(value);
	return words.get(word.trim().toLowerCase()) ?? null;
}

/** Who may see an event. `unclear`: the service said something that is neither yes nor no. */
export type Privacy = 'public' | 'private' | 'unclear';

/** Reads `is_priv`. A service that does not send the flag has no private events; a word nobody knows is not a no. */
export function readPrivacy(value: unknown): Privacy {
	if (value === undefined || value === null || value === '') return 'public';
	const flag = readFlag(value);
	if (flag === null) return 'unclear';
	return flag ? 'private' : 'public';
}
