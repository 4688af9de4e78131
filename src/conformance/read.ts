/**
 * Reads service responses, as tolerantly as the gaps of the specification require. The app has separate readers: a
 * check that shared them couldn't detect their bugs.
 */
import { dateTimePattern } from '../contract/spec/filters.ts';

export type Body = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Body =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a response's body; none if it is not an object. */
export const bodyOf = ({ json }: { readonly json: unknown }): Body => (isRecord(json) ? json : {});

/** Reads a string. Numbers are converted; anything else is read as the empty string. */
export function readText(value: unknown): string {
	if (typeof value === 'string') return value.toWellFormed();
	return typeof value === 'number' ? String(value) : '';
}

export const idOf = (element: unknown): string => (isRecord(element) ? readText(element.id) : '');

/** Reads a non-negative integer, also from text; null for anything else. */
export function readCount(value: unknown): number | null {
	const text = readText(value);
	return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Reads a flag, whose values are left open (gap register, `flags`). Null for a word that means neither yes nor no. */
export function readFlag(value: unknown): boolean | null {
	const word = (typeof value === 'boolean' ? String(value) : readText(value)).trim().toLowerCase();
	if (['yes', 'y', 'true', '1'].includes(word)) return true;
	return ['no', 'n', 'false', '0'].includes(word) ? false : null;
}

export const dayMs = 86_400_000;

/** A wall-clock time as services write it (Spec §2.1). */
export const formatTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** A wall-clock time in milliseconds, as if it were UTC; null for anything else, such as 30 February. */
export function readTime(value: unknown): number | null {
	if (typeof value !== 'string' || !dateTimePattern.test(value)) return null;
	const ms = Date.parse(`${value.replace(' ', 'T')}Z`);
	return Number.isNaN(ms) || formatTime(ms) !== value ? null : ms;
}

/** What checks need from an event; fields have their own checks. */
export interface Event {
	readonly id: string;
	/** As {@link readTime} returns it. */
	readonly begin: number | null;
	/** Null also if it is not after `begin`, or in a year such as 9999. */
	readonly end: number | null;
	readonly locId: string;
	readonly ownerId: string;
	/** From the extra field `category`; empty if absent. */
	readonly type: string;
	readonly participantCount: number;
	readonly wisherCount: number;
	readonly isPrivate: boolean;
}

/** Services send later ends for an event without an end (gap register, `end-time`). */
const lastEnd = Date.UTC(9000, 0);

function readEvent(fields: Body): Event {
	const [begin, end] = [readTime(fields.begin_time), readTime(fields.end_time)];
	return {
		id: readText(fields.id),
		begin,
		end: begin !== null && end !== null && end > begin && end < lastEnd ? end : null,
		locId: readText(fields.loc_id),
		ownerId: idOf(fields.owner),
		type: readText(fields.category),
		participantCount: readCount(fields.participant_count) ?? 0,
		wisherCount: readCount(fields.wisher_count) ?? 0,
		isPrivate: readFlag(fields.is_priv) === true,
	};
}

export type ListName = 'events' | 'users' | 'locs';

export function arrayOf(response: { readonly json: unknown }, name: ListName): readonly unknown[] | null {
	const array = bodyOf(response)[name];
	return Array.isArray(array) ? array : null;
}

/** The elements of a list that are objects with an id. */
export const elementsOf = (response: { readonly json: unknown }, name: ListName): Body[] =>
	(arrayOf(response, name) ?? []).filter(isRecord).filter((element) => idOf(element) !== '');

export const eventsOf = (response: { readonly json: unknown }): Event[] => [
	...new Map(elementsOf(response, 'events').map((fields) => [idOf(fields), readEvent(fields)])).values(),
];

/**
 * The users in a list, or in the structure sent in its place: the array may have another name or be the whole body, and
 * its users may be nested in other objects (gap register, `participants-body`). Null for any other body.
 */
export function usersOf({ json }: { readonly json: unknown }): readonly unknown[] | null {
	const body: unknown = Array.isArray(json) ? { users: json } : json;
	if (!isRecord(body)) return null;
	const arrays = Array.isArray(body.users) ? [body.users] : Object.values(body).filter(Array.isArray);
	const [first, ...more] = arrays.filter((array) => array.some(isRecord));
	const hasOthers = more.length > 0 || (first === undefined && arrays.some(({ length }) => length > 0));
	if (hasOthers || (arrays.length === 0 && readCount(body.total) === null)) return null;
	return (first ?? []).map((each) => (isRecord(each) && idOf(each) === '' ? (each.user ?? each) : each));
}

/** The user in a token response: `service_user_id`, or the only field whose name ends in `_user_id`. */
export function userIdOf(body: Body): string {
	const named = readText(body.service_user_id);
	const others = Object.keys(body).filter((name) => name.endsWith('_user_id') && readText(body[name]) !== '');
	return named !== '' || others.length !== 1 ? named : readText(body[others[0] ?? '']);
}
