/** The city that was looked at last, kept in this browser. */
import type { Loc } from '../../../contract/resources.ts';

const storageKey = 'daybill.city';
export type RememberedCity = Pick<Loc, 'uid' | 'name'>;

export function rememberCity({ uid, name }: RememberedCity): void {
	localStorage.setItem(storageKey, JSON.stringify({ uid, name }));
}

export function lastCity(): RememberedCity | null {
	const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
	const { uid, name } = (stored ?? {}) as Partial<RememberedCity>;
	return typeof uid === 'string' && typeof name === 'string' ? { uid, name } : null;
}
