/** Yes/no flags (Spec §2): the specification names the style, not the words (gap register, `flags`). */
import { readText } from './fields.ts';

const words: ReadonlyMap<string, boolean> = new Map([
	...['yes', 'y', 'true', '1'].map((word) => [word, true] as const),
	...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
]);

/** Reads a flag in any case. @returns null for an unknown word */
export function readFlag(value: unknown): boolean | null {
	const word = typeof value === 'boolean' ? String(value) : readText(value);
	return words.get(word.trim().toLowerCase()) ?? null;
}

/** `unclear`: the flag is neither yes nor no. */
export type Privacy = 'public' | 'private' | 'unclear';

/** Reads `is_priv`. A service that doesn't send it has no private events; an unknown word is not a no. */
export function readPrivacy(value: unknown): Privacy {
	if (value === undefined || value === null || value === '') return 'public';
	const flag = readFlag(value);
	if (flag === null) return 'unclear';
	return flag ? 'private' : 'public';
}
