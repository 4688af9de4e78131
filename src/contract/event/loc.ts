/** Cities (Spec §2.4). */
import { readFields, readId, readText } from './fields.ts';
import { readFlag } from './flags.ts';
import { oneLine } from './plain-text.ts';

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

/** @throws UnreadableError without an id */
export function readLoc(value: unknown): Loc {
	const { id, name, uid, parent, habitable } = readFields(value, 'a city');
	const known = readId(id, 'a city');
	return {
		id: known,
		name: oneLine(readText(name)) || oneLine(readText(uid)) || oneLine(known),
		uid: readText(uid) || known,
		parent: readText(parent),
		isHabitable: readFlag(habitable),
	};
}

/** Replaces short names that several cities share by their ids, so that each `uid` leads to one city. */
export function withUniqueUids(locs: readonly Loc[]): Loc[] {
	const counts = Map.groupBy(locs, ({ uid }) => uid);
	return locs.map((loc) => ((counts.get(loc.uid)?.length ?? 0) > 1 ? { ...loc, uid: loc.id } : loc));
}

/** By short name, else by id. */
export function findLoc(locs: readonly Loc[], uidOrId: string): Loc | null {
	return locs.find(({ uid }) => uid === uidOrId) ?? locs.find(({ id }) => id === uidOrId) ?? null;
}
