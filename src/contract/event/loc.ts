/** Cities (Spec §2.4). */
import type { Loc } from './schemas.ts';

export type { Loc };

/** False for regions. Without the flag, a place counts as a city. */
export const isCity = ({ isHabitable }: Loc): boolean => isHabitable !== false;

/**
 * Makes the cities of a whole list distinguishable. A short name that is shared, or is another city's id, is replaced by
 * the city's own id, so that each `uid` identifies one city. A shared name gets its region appended, else its short
 * name. A region that is not in the list is shown by its short name.
 */
export function distinctLocs(locs: readonly Loc[]): Loc[] {
	const isShared = (keyOf: (loc: Loc) => string) => {
		const groups = Map.groupBy(locs, keyOf);
		return (loc: Loc) => (groups.get(keyOf(loc))?.length ?? 0) > 1;
	};
	const ids = new Set(locs.map(({ id }) => id));
	const names = new Map(locs.map(({ uid, name }) => [uid, name]));
	const inRegion = ({ name, parent }: Loc) => `${name} (${names.get(parent) ?? parent})`;
	const [hasSharedUid, hasSharedName, isSharedInRegion] = [
		isShared(({ uid }) => uid),
		isShared(({ name }) => name),
		isShared(inRegion),
	];
	return locs.map((loc) => {
		const uid = hasSharedUid(loc) || ids.has(loc.uid) ? loc.id : loc.uid;
		if (!hasSharedName(loc)) return { ...loc, uid };
		const isByRegion = loc.parent !== '' && !isSharedInRegion(loc);
		return { ...loc, uid, name: isByRegion ? inRegion(loc) : `${loc.name} (${uid})` };
	});
}

export function findLoc(locs: readonly Loc[], uidOrId: string): Loc | null {
	return locs.find(({ uid }) => uid === uidOrId) ?? locs.find(({ id }) => id === uidOrId) ?? null;
}

/**
 * A city that was read on its own; null if it isn't the requested one. URLs keep the short name or id that found it,
 * because a service may not find an unlisted city by the other.
 */
export const foundBy = (uidOrId: string, loc: Loc): Loc | null =>
	findLoc([loc], uidOrId) && { ...loc, uid: uidOrId };
