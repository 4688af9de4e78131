/**
 * Reading events as services really send them (design §6, §10): two spellings of the large images, flags in several
 * words or none, fields that are absent, types nobody has heard of.
 */
import type { Event, UserSummary } from '../../../contract/resources.ts';

export interface Person {
	id: string;
	name: string;
	/** Empty when the service named none. */
	avatar: string;
}

/** An event as the screens use it. */
export interface EventView {
	id: string;
	title: string;
	/** Text or HTML; null in lists, where the BFF leaves it out. */
	content: string | null;
	/** Wall-clock times, `YYYY-MM-DD HH:MM:SS`; empty when the service sent none that can be read. */
	begin: string;
	end: string;
	address: string;
	/** Null when missing or `0 0`. */
	geo: { latitude: number; longitude: number } | null;
	locId: string;
	locName: string;
	owner: Person | null;
	participantCount: number;
	wisherCount: number;
	/** Addresses of the poster, the largest first; empty when there is none. */
	posters: readonly string[];
	/** Identifier of the album; empty when there is none. */
	album: string;
	/** The event's page at the service; null unless it is an http(s) address. */
	page: string | null;
	/** The same, made for phones where there is one. */
	mobilePage: string | null;
	/** The type's word, known or not; null when absent. */
	type: string | null;
	isPrivate: boolean | null;
	isInvited: boolean | null;
	canInvite: boolean | null;
	/** The caller's own relation, where the service sends one. */
	ownRelation: 'joined' | 'wished' | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number => (typeof value === 'number' && value >= 0 ? Math.trunc(value) : 0);

/** A yes/no flag in any of the words services use; null for anything else: shown as neither. */
export function readFlag(value: unknown): boolean | null {
	const word = String(value ?? '').toLowerCase();
	if (['yes', 'y', 'true', '1'].includes(word)) return true;
	return ['no', 'n', 'false', '0'].includes(word) ? false : null;
}

const webAddress = (value: unknown): string | null =>
	/^https?:\/\//i.test(text(value)) ? text(value) : null;

function readGeo(value: unknown): EventView['geo'] {
	const [latitude = Number.NaN, longitude = Number.NaN] = text(value).trim().split(/\s+/).map(Number);
	const isPlace =
		Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
	return isPlace ? { latitude, longitude } : null;
}

/** The words of services that tell the own relation in the event itself. */
function readOwnRelation(value: unknown): EventView['ownRelation'] {
	if (['要参加', 'participate', 'joined'].includes(text(value))) return 'joined';
	return ['感兴趣', 'wish', 'wished'].includes(text(value)) ? 'wished' : null;
}

export function readPerson(user: Partial<UserSummary> | undefined): Person | null {
	const id = text(user?.id);
	return id === ''
		? null
		: { id, name: text(user?.name) || text(user?.uid) || id, avatar: webAddress(user?.avatar) ?? '' };
}

const readTime = (value: unknown): string =>
	/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text(value)) ? text(value) : '';

/** Readings by what was read: the same event stays the same object, so a card that has not changed is not drawn again. */
const readings = new WeakMap<object, EventView>();

/** Reads an event as it came; a missing field becomes an empty one, never an error. */
export function readEvent(wire: Partial<Event>): EventView {
	const known = readings.get(wire);
	if (known !== undefined) return known;
	const reading = readFields(wire);
	readings.set(wire, reading);
	return reading;
}

function readFields(wire: Partial<Event>): EventView {
	const posters = [
		wire['image-hlarge'],
		wire.image_hlarge,
		wire['image-lmobile'],
		wire.image_lmobile,
		wire.image,
	];
	return {
		id: text(wire.id),
		title: text(wire.title),
		content: typeof wire.content === 'string' ? wire.content : null,
		begin: readTime(wire.begin_time),
		end: readTime(wire.end_time),
		address: text(wire.address),
		geo: readGeo(wire.geo),
		locId: text(wire.loc_id),
		locName: text(wire.loc_name),
		owner: readPerson(wire.owner),
		participantCount: count(wire.participant_count),
		wisherCount: count(wire.wisher_count),
		posters: [...new Set(posters.flatMap((poster) => webAddress(poster) ?? []))],
		album: text(wire.album) === '0' ? '' : text(wire.album),
		page: webAddress(wire.alt) ?? webAddress(wire.adapt_url),
		mobilePage: webAddress(wire.adapt_url) ?? webAddress(wire.alt),
		type: text(wire.category) || null,
		isPrivate: readFlag(wire.is_priv),
		isInvited: readFlag(wire.has_invited),
		canInvite: readFlag(wire.can_invite),
		ownRelation: readOwnRelation(wire.status),
	};
}
