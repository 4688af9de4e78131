/** Cities (Spec §2.4). */
import { readFields, readId, readText } from './fields.ts';
import { readFlag } from './flags.ts';
import { oneLine } from './plain-text.ts';

export interface Loc {
	id: string;
	name: string;
	/** What the URL of the city's page carries: the short name, or the id where there is none or another city has it too. */
	uid: string;
	/** Short name of the parent region; empty where the service gives none. */
	parent: string;
	/** Null when the service does not say. */
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

/** Gives cities that share a short name their ids in its place, so that every `uid` leads to one city. */
export function withUniqueUids(locs: readonly Loc[]): Loc[] {
	const counts = Map.groupBy(locs, ({ uid }) => uid);
	return locs.map((loc) => ((counts.get(loc.uid)?.length ?? 0) > 1 ? { ...loc, uid: loc.id } : loc));
}

/** The city with a short name, else the one with an id. */
export function findLoc(locs: readonly Loc[], uidOrId: string): Loc | null {
	return locs.find(({ uid }) => uid === uidOrId) ?? locs.find(({ id }) => id === uidOrId) ?? null;
}
