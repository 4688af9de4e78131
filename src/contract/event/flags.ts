/** Yes/no flags (Spec §2): the specification names the style but not the words (gap register, `flags`). */
import { readText } from './fields.ts';

const words: ReadonlyMap<string, boolean> = new Map([
	...['yes', 'y', 'true', '1'].map((word) => [word, true] as const),
	...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
]);

/** Reads a flag, ignoring case. @returns null for an unknown word */
export function readFlag(value: unknown): boolean | null {
	const word = typeof value === 'boolean' ? String(value) : readText(value);
	return words.get(word.trim().toLowerCase()) ?? null;
}

/** `unclear`: the flag is neither yes nor no. */
export type Privacy = 'public' | 'private' | 'unclear';

/** Reads `is_priv`. Services that don't send it have no private events; an unknown word doesn't count as "no". */
export function readPrivacy(value: unknown): Privacy {
	if (value === undefined || value === null || value === '') return 'public';
	const flag = readFlag(value);
	if (flag === null) return 'unclear';
	return flag ? 'private' : 'public';
}
