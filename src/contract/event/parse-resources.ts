/**
 * Parses events, users, cities and lists of them (Spec §2.1 to §2.4) from whatever a service sends. Unreadable list
 * elements are dropped and reported. Separate from the types, so that a first visit doesn't load it.
 */
import type { Event } from './event.ts';
import {
	readCount,
	readFields,
	readGeo,
	readId,
	readIdentifier,
	readText,
	readUrl,
	UnreadableError,
} from './fields.ts';
import type { List } from './lists.ts';
import type { Loc } from './loc.ts';
import { oneLine, shorten } from './plain-text.ts';
import { readPrice } from './price.ts';
import type { Person } from './schemas.ts';
import { addDays, readDay, readWallClock, startOfDay, type WallClock } from './wall-clock.ts';

/** @throws UnreadableError without an id */
export function readPerson(value: unknown): Person {
	const { id, name, uid, avatar } = readFields(value, 'a user');
	const known = readId(id, 'a user');
	return {
		id: known,
		name: oneLine(readText(name)) || oneLine(readText(uid)) || oneLine(known),
		avatar: readUrl(avatar),
	};
}

/** Reads a yes/no flag (gap register, `flags`), ignoring case. @returns null for an unknown word */
function readFlag(value: unknown): boolean | null {
	const text = typeof value === 'boolean' ? String(value) : readText(value);
	const word = text.trim().toLowerCase();
	if (['yes', 'y', 'true', '1'].includes(word)) return true;
	return ['no', 'n', 'false', '0'].includes(word) ? false : null;
}

const isUnsaid = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Reads `is_priv`. A service that doesn't send it has no private events. An unknown word is not read as “no”. */
function readPrivacy(value: unknown): Event['privacy'] {
	if (isUnsaid(value)) return 'public';
	const flag = readFlag(value);
	if (flag === null) return 'unclear';
	return flag ? 'private' : 'public';
}

/** Words by which services report the caller's own relation to an event (gap register, `own-relation`). */
const ownRelations: ReadonlyMap<string, 'joined' | 'wished'> = new Map([
	...['要参加', 'participate', 'joined'].map((word) => [word, 'joined'] as const),
	...['感兴趣', 'wish', 'wished'].map((word) => [word, 'wished'] as const),
]);

function readOwner(value: unknown): Person | null {
	const hasId =
		typeof value === 'object' && value !== null && readIdentifier((value as { id?: unknown }).id) !== '';
	return hasId ? readPerson(value) : null;
}

/** Years of real events. Services send others, such as 9999, for a time that they don't have. */
const years = { first: '1900', last: '8999' };

/** Reads a start or an end, which may be `24:00:00`: midnight of the next day (ISO 8601). */
function readTime(value: unknown): WallClock | null {
	const [, text] = /^(.{10}) 24:00:00$/.exec(readText(value)) ?? [];
	const day = readDay(text);
	const time = day === null ? readWallClock(value) : startOfDay(addDays(day, 1));
	const year = time?.slice(0, 4) ?? '';
	return year >= years.first && year <= years.last ? time : null;
}

/** Maximum characters of a price or time, and of a tag; maximum number of tags. */
const maxExtra = { text: 80, tag: 30, tags: 12 };

const readExtraText = (value: unknown): string => shorten(oneLine(readText(value)), maxExtra.text);

function readTags(value: unknown): string[] {
	const words: unknown[] = Array.isArray(value)
		? value.slice(0, 2 * maxExtra.tags)
		: readText(value)
				.slice(0, 2 * maxExtra.tags * maxExtra.tag)
				.split(/[,，、;；|]/);
	const tags = words.map((word) => oneLine(readText(word)));
	return [...new Set(tags.filter((tag) => tag !== '' && tag.length <= maxExtra.tag))].slice(0, maxExtra.tags);
}

/** Text that may stand beside daily hours: a date, or “daily”. Not a weekday: other days then have other hours. */
const besideHours =
	/^(?:[\d\s.,:/~–—年月日至-]|每天|每日|毎日|매일|daily|every day|täglich|tous les jours|todos los días|a diario|diariamente|todos os dias|يوميا|يوميًا)*$/iu;

function readHours(text: string): { opens: string; closes: string } | null {
	const ranges = [
		...text.matchAll(
			/(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)\s?[-–—~～至到]\s?([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/g,
		),
	];
	const [range] = ranges;
	if (range === undefined || ranges.length > 1 || !besideHours.test(text.replace(range[0], ''))) return null;
	const [, fromHour = '', from = '', toHour = '', to = ''] = range;
	const [opens, closes] = [`${fromHour.padStart(2, '0')}:${from}`, `${toHour.padStart(2, '0')}:${to}`];
	return opens < closes ? { opens, closes } : null;
}

const extraNames = ['subcategory_name', 'time_str', 'fee_str', 'price_range', 'tags', 'all_day'];

/** Fields that the specification lacks and live services send (gap register, `extra-fields`). Absent if not sent. */
function readExtras(wire: Fields): Pick<Event, 'subtype' | 'price' | 'tags' | 'timeText' | 'hours'> {
	const [subtype, timeText] = [readExtraText(wire.subcategory_name), readExtraText(wire.time_str)];
	const price = readPrice(readExtraText(wire.fee_str) || readExtraText(wire.price_range));
	const tags = readTags(wire.tags);
	const hours = readHours(timeText);
	return {
		...(subtype === '' ? {} : { subtype }),
		...(price === null ? {} : { price }),
		...(tags.length === 0 ? {} : { tags }),
		...(timeText === '' ? {} : { timeText }),
		...(hours === null ? {} : { hours }),
	};
}

/** Number of characters: ten printed pages. Longer texts are truncated: rendering time grows with length. */
export const maxContent = 20_000;

/** The largest image comes first. */
const posterNames = ['image-hlarge', 'image_hlarge', 'image-lmobile', 'image_lmobile', 'image'];

/**
 * Reads an event. Missing or unreadable fields become null or empty, never an error.
 *
 * @throws UnreadableError for anything but an object with an id
 */
export function readEvent(value: unknown): Event {
	const wire = readFields(value, 'an event');
	const id = readId(wire.id, 'an event');
	const begin = readTime(wire.begin_time);
	const end = readTime(wire.end_time);
	const page = readUrl(wire.alt);
	const mobilePage = readUrl(wire.adapt_url);
	const [participants, wishers] = [readCount(wire.participant_count), readCount(wire.wisher_count)];
	const owner = readOwner(wire.owner);
	const sendsAny = (names: readonly string[]) => names.some((name) => name in wire);
	const isSaid = {
		privacy: !isUnsaid(wire.is_priv),
		content: typeof wire.content === 'string',
		owner: owner !== null,
		posters: sendsAny(posterNames),
		links: sendsAny(['alt', 'adapt_url', 'album']),
		extras: sendsAny(extraNames),
		participantCount: participants !== null,
		wisherCount: wishers !== null,
		begin: 'begin_time' in wire,
		end: 'end_time' in wire,
		address: 'address' in wire,
		geo: 'geo' in wire,
		locId: 'loc_id' in wire,
	};
	const unsaid = (Object.keys(isSaid) as (keyof typeof isSaid)[]).filter((name) => !isSaid[name]);
	return {
		id,
		title: oneLine(readText(wire.title)) || oneLine(id),
		content: typeof wire.content === 'string' ? wire.content.slice(0, maxContent) : null,
		begin,
		end: begin !== null && end !== null && end > begin ? end : null,
		isAllDay: begin !== null && readFlag(wire.all_day) === true,
		address: oneLine(readText(wire.address)),
		geo: readGeo(wire.geo),
		locId: readIdentifier(wire.loc_id),
		locName: oneLine(readText(wire.loc_name)),
		owner,
		participantCount: participants ?? 0,
		wisherCount: wishers ?? 0,
		posters: [...new Set(posterNames.flatMap((name) => readUrl(wire[name]) ?? []))],
		album: readUrl(wire.album),
		page: page ?? mobilePage,
		mobilePage: mobilePage ?? page,
		type: oneLine(readText(wire.category)) || null,
		...readExtras(wire),
		privacy: readPrivacy(wire.is_priv),
		isInvited: readFlag(wire.has_invited),
		canInvite: readFlag(wire.can_invite),
		ownRelation: ownRelations.get(readText(wire.status)) ?? null,
		...(unsaid.length === 0 ? {} : { unsaid }),
	};
}

/** @throws UnreadableError without an id */
export function readLoc(value: unknown): Loc {
	const { id, name, uid, parent, habitable } = readFields(value, 'a city');
	const known = readId(id, 'a city');
	return {
		id: known,
		name: oneLine(readText(name)) || oneLine(readText(uid)) || oneLine(known),
		uid: readIdentifier(uid) || known,
		parent: readIdentifier(parent),
		isHabitable: readFlag(habitable),
	};
}

type Fields = Readonly<Record<string, unknown>>;

export type ListReader<Item extends { id: string }> = ReturnType<typeof openList<Item>>;

/** Reads a list element by element, at most `max`: reading a long list at once would block the event loop. */
function openList<Item extends { id: string }>(
	value: unknown,
	what: string,
	arrayOf: (fields: Fields) => unknown,
	readItem: (element: unknown) => Item,
	max = Number.POSITIVE_INFINITY,
) {
	const fields = readFields(value, what);
	const isEmpty = [fields.total, fields.count].some((each) => readCount(each) === 0);
	const array = arrayOf(fields) ?? (isEmpty ? [] : null);
	if (!Array.isArray(array)) throw new UnreadableError(`${what} has no array`);
	const elements: readonly unknown[] = array.slice(0, max);
	const [start, total] = [readCount(fields.start), readCount(fields.total)];
	/** By id, so without duplicates. */
	const items = new Map<string, Item>();
	const dropped: string[] = [];
	return {
		elements,
		read(element: unknown, change = (item: Item) => item): void {
			try {
				const item = change(readItem(element));
				items.set(item.id, item);
			} catch (error) {
				if (!(error instanceof UnreadableError)) throw error;
				dropped.push(error.message);
			}
		},
		/** The elements read so far. */
		list: (): List<Item> => ({ items: [...items.values()], start, sent: elements.length, total, dropped }),
	};
}

function readAll<Item extends { id: string }>({ elements, read, list }: ListReader<Item>): List<Item> {
	for (const element of elements) read(element);
	return list();
}

export const openEventList = (value: unknown, max?: number) =>
	openList(value, 'a list of events', ({ events }) => events, readEvent, max);

/** @throws UnreadableError without `events`, unless `total` or `count` is 0 */
export const readEventList = (value: unknown): List<Event> => readAll(openEventList(value));

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Reads a user, who may be wrapped in an object about the participation: `{ user, participate_date }`. */
function readParticipant(element: unknown): Person {
	const { id, user } = readFields(element, 'a user');
	return readPerson(id === undefined && user !== undefined ? user : element);
}

export function openUserList(value: unknown, max?: number) {
	const arrayOf = (fields: Fields) => {
		const arrays = [fields.users, ...Object.values(fields)].filter((each) => Array.isArray(each));
		return arrays.find((array) => array.some(isObject)) ?? arrays[0] ?? [];
	};
	return openList(
		Array.isArray(value) ? { users: value } : value,
		'a list of users',
		arrayOf,
		readParticipant,
		max,
	);
}

/**
 * Reads a UserList, or whatever is sent instead. The body of the participants' list is not specified: the array may
 * have another name, appear next to unrelated arrays, or be the whole body; its users may be wrapped in other objects;
 * or there may be only a count (gap register, `participants-body`).
 *
 * @throws UnreadableError for anything but an object or an array
 */
export const readUserList = (value: unknown): List<Person> => readAll(openUserList(value));

export const openLocList = (value: unknown, max?: number) =>
	openList(value, 'a list of cities', ({ locs }) => locs, readLoc, max);

/** @throws UnreadableError without `locs`, unless `total` or `count` is 0 */
export const readLocList = (value: unknown): List<Loc> => readAll(openLocList(value));
