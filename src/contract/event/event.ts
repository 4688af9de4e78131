/**
 * An event (Spec §2.1), parsed from whatever a service sends: two spellings of the large images, flags in several
 * words or none, missing fields, types that the specification doesn't list.
 */
import { type Geo, readCount, readFields, readGeo, readId, readText, readUrl } from './fields.ts';
import { type Privacy, readFlag, readPrivacy } from './flags.ts';
import { type Person, readPerson } from './person.ts';
import { oneLine } from './plain-text.ts';
import type { EventTimes } from './times.ts';
import { readWallClock, type WallClock } from './wall-clock.ts';

export interface Event extends EventTimes {
	id: string;
	/** The id if the service sends no title. */
	title: string;
	/** Plain text or HTML, as received; null in lists, where the BFF leaves it out. */
	content: string | null;
	/** Signed URLs of the images in `content`, by original URL; added by the BFF. */
	contentImages?: Readonly<Record<string, string>>;
	/** Null if missing or unreadable. */
	begin: WallClock | null;
	/** Null if missing, unreadable, or not after `begin`. */
	end: WallClock | null;
	address: string;
	geo: Geo | null;
	locId: string;
	locName: string;
	owner: Person | null;
	participantCount: number;
	wisherCount: number;
	/** The largest first; may be empty. */
	posters: readonly string[];
	/** Null unless the service sends a URL: the specification doesn't say how to make one from an id. */
	album: string | null;
	/** The event's page at the service. */
	page: string | null;
	/** For phones; falls back to `page`. */
	mobilePage: string | null;
	/** Also a word that the specification doesn't list; null if absent. */
	type: string | null;
	privacy: Privacy;
	/** Null if the service doesn't say; so is `canInvite`. */
	isInvited: boolean | null;
	canInvite: boolean | null;
	/** The caller's own relation, if the service sends it. */
	ownRelation: 'joined' | 'wished' | null;
}

/** An event that anyone may see. Pages, feeds, previews, sitemap, embed and search take nothing else. */
export type PublicEvent = Event & { privacy: 'public' };

export const isPublic = (event: Event): event is PublicEvent => event.privacy === 'public';

/** Where an event is, in one line: its address, else its city, else its coordinates; empty where the service gives none of them. */
export const placeOf = ({ address, locName, geo }: Pick<Event, 'address' | 'locName' | 'geo'>): string =>
	address || locName || (geo === null ? '' : `${geo.latitude}, ${geo.longitude}`);

/** What events at the same place have in common: the address, else the coordinates; empty without both. */
export const placeKey = ({ address, geo }: Pick<Event, 'address' | 'geo'>): string =>
	placeOf({ address, geo, locName: '' });

/** Words with which services tell the caller's own relation in the event (gap register, `own-relation`). */
const ownRelations: ReadonlyMap<string, 'joined' | 'wished'> = new Map([
	...['要参加', 'participate', 'joined'].map((word) => [word, 'joined'] as const),
	...['感兴趣', 'wish', 'wished'].map((word) => [word, 'wished'] as const),
]);

function readOwner(value: unknown): Person | null {
	const hasId =
		typeof value === 'object' && value !== null && readText((value as { id?: unknown }).id) !== '';
	return hasId ? readPerson(value) : null;
}

/**
 * Reads an event. A field that is missing or unreadable is null or empty, never an error.
 *
 * @throws UnreadableError for anything but an object with an id
 */
export function readEvent(value: unknown): Event {
	const wire = readFields(value, 'an event');
	const id = readId(wire.id, 'an event');
	const begin = readWallClock(wire.begin_time);
	const end = readWallClock(wire.end_time);
	const posters = [
		wire['image-hlarge'],
		wire.image_hlarge,
		wire['image-lmobile'],
		wire.image_lmobile,
		wire.image,
	];
	const page = readUrl(wire.alt);
	const mobilePage = readUrl(wire.adapt_url);
	return {
		id,
		title: oneLine(readText(wire.title)) || oneLine(id),
		content: typeof wire.content === 'string' ? wire.content : null,
		begin,
		end: begin !== null && end !== null && end > begin ? end : null,
		address: oneLine(readText(wire.address)),
		geo: readGeo(wire.geo),
		locId: readText(wire.loc_id),
		locName: oneLine(readText(wire.loc_name)),
		owner: readOwner(wire.owner),
		participantCount: readCount(wire.participant_count) ?? 0,
		wisherCount: readCount(wire.wisher_count) ?? 0,
		posters: [...new Set(posters.flatMap((poster) => readUrl(poster) ?? []))],
		album: readUrl(wire.album),
		page: page ?? mobilePage,
		mobilePage: mobilePage ?? page,
		type: oneLine(readText(wire.category)) || null,
		privacy: readPrivacy(wire.is_priv),
		isInvited: readFlag(wire.has_invited),
		canInvite: readFlag(wire.can_invite),
		ownRelation: ownRelations.get(readText(wire.status)) ?? null,
	};
}
