/** An event (Spec §2.1), as `parse-resources.ts` reads it. */
import type { Geo } from './fields.ts';
import type { Privacy } from './flags.ts';
import type { Person } from './person.ts';
import type { Price } from './price.ts';
import type { EventTimes } from './times.ts';
import type { WallClock } from './wall-clock.ts';

export interface Event extends EventTimes {
	id: string;
	/** Falls back to the id. */
	title: string;
	/** Plain text or HTML, as received; null in lists, where the BFF omits it. */
	content: string | null;
	/** Signed URLs of the images in `content`, by original URL. Added by the BFF. */
	contentImages?: Readonly<Record<string, string>>;
	/** Null if missing or unreadable. */
	begin: WallClock | null;
	/** Null if missing, unreadable, or not after `begin`. */
	end: WallClock | null;
	/** Days without hours: `begin` is at midnight, and `end`, unless null, at the end of the last day. */
	isAllDay: boolean;
	address: string;
	geo: Geo | null;
	locId: string;
	locName: string;
	owner: Person | null;
	participantCount: number;
	wisherCount: number;
	/** Largest first; may be empty. */
	posters: readonly string[];
	/** Null unless the service sends a URL: the specification has no way to build one from an id. */
	album: string | null;
	/** The event's page on the service's site. */
	page: string | null;
	/** The same page for phones; falls back to `page`. */
	mobilePage: string | null;
	/** May be a word that the specification doesn't list; null if absent. */
	type: string | null;
	/** Narrower than `type`, in the service's words. Absent if not sent, like the next three fields. */
	subtype?: string;
	price?: Price;
	tags?: readonly string[];
	/** Dates or opening hours, in the service's words. */
	timeText?: string;
	privacy: Privacy;
	/** Null if not sent, like `canInvite`. */
	isInvited: boolean | null;
	canInvite: boolean | null;
	/** The caller's own relation, if the service sends it. */
	ownRelation: 'joined' | 'wished' | null;
	/** Fields that were not sent, although their values here are never null. Absent if there are none. */
	unsaid?: readonly ('privacy' | 'participantCount' | 'wisherCount')[];
}

/** An event that anyone may see. Pages, feeds, previews, embeds, search and the sitemap contain no others. */
export type PublicEvent = Event & { privacy: 'public' };

export const isPublic = (event: Event): event is PublicEvent => event.privacy === 'public';

/** An event's place in one line: the address, else the city, else the coordinates; may be empty. */
export const placeOf = ({ address, locName, geo }: Pick<Event, 'address' | 'locName' | 'geo'>): string =>
	address || locName || (geo === null ? '' : `${geo.latitude}, ${geo.longitude}`);

/** Key shared by events at the same place: the address, else the coordinates; empty without both. */
export const placeKey = ({ address, geo }: Pick<Event, 'address' | 'geo'>): string =>
	placeOf({ address, geo, locName: '' });

const hasChinese = /\p{Script=Han}/u;

/** Removes a leading city from an address, and moves the venue, then the last part, to the front. */
export function venueFirst({ address, locName }: Pick<Event, 'address' | 'locName'>): string {
	if (locName === '' || !address.startsWith(locName)) return address;
	const rest = address.slice(locName.length).replace(/^[\s,,、]+/, '');
	const byComma = rest.split(/[,,、]/);
	const isBySpace = byComma.length === 1 && hasChinese.test(rest);
	const parts = (isBySpace ? rest.split(' ') : byComma).map((part) => part.trim());
	const venue = parts.at(-1) ?? '';
	if (venue === '') return address;
	const street = parts.slice(0, -1).join(isBySpace ? ' ' : ', ');
	return street === '' ? venue : `${venue} · ${street}`;
}
