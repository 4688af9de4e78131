/** Yes/no flags (Spec §2): the specification leaves the words open (gap register, `flags`). */
import { readText } from './fields.ts';
import type { Event } from './schemas.ts';

/** Reads a flag, ignoring case. @returns null for an unknown word */
export function readFlag(value: unknown): boolean | null {
	const text = typeof value === 'boolean' ? String(value) : readText(value);
	const word = text.trim().toLowerCase();
	if (['yes', 'y', 'true', '1'].includes(word)) return true;
	return ['no', 'n', 'false', '0'].includes(word) ? false : null;
}

export type Privacy = Event['privacy'];

export const isUnsaid = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Reads `is_priv`. A service that doesn't send it has no private events. An unknown word is not read as “no”. */
export function readPrivacy(value: unknown): Privacy {
	if (isUnsaid(value)) return 'public';
	const flag = readFlag(value);
	if (flag === null) return 'unclear';
	return flag ? 'private' : 'public';
}
