/** Cities (Spec §2.4). */

export interface Loc {
	id: string;
	name: string;
	/** For the city's URL: the short name, or the id if it is missing or another city has the same. */
	uid: string;
	/** Short name of the parent region; may be empty. */
	parent: string;
	/** Null if the service doesn't say. */
	isHabitable: boolean | null;
}

/** Whether a place counts as a city: a region does not, and a place of which the service does not say does. */
export const isCity = ({ isHabitable }: Loc): boolean => isHabitable !== false;

/**
 * Makes the cities of a whole list distinct. Those that share a short name have their ids in its place, so that every `uid`
 * leads to one city; those that share a name have their region behind it, else their short name. A region is called by its
 * short name where it is not in the list.
 */
export function distinctLocs(locs: readonly Loc[]): Loc[] {
	const isShared = (keyOf: (loc: Loc) => string) => {
		const groups = Map.groupBy(locs, keyOf);
		return (loc: Loc) => (groups.get(keyOf(loc))?.length ?? 0) > 1;
	};
	const names = new Map(locs.map(({ uid, name }) => [uid, name]));
	const inRegion = ({ name, parent }: Loc) => `${name} (${names.get(parent) ?? parent})`;
	const [hasSharedUid, hasSharedName, isSharedInRegion] = [
		isShared(({ uid }) => uid),
		isShared(({ name }) => name),
		isShared(inRegion),
	];
	return locs.map((loc) => {
		const uid = hasSharedUid(loc) ? loc.id : loc.uid;
		if (!hasSharedName(loc)) return { ...loc, uid };
		const isByRegion = loc.parent !== '' && !isSharedInRegion(loc);
		return { ...loc, uid, name: isByRegion ? inRegion(loc) : `${loc.name} (${uid})` };
	});
}

/** By short name, else by id. */
export function findLoc(locs: readonly Loc[], uidOrId: string): Loc | null {
	return locs.find(({ uid }) => uid === uidOrId) ?? locs.find(({ id }) => id === uidOrId) ?? null;
}
