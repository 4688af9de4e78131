/**
 * The words that filter lists (Spec §4.2, table of query parameters) and how a wall-clock time is written (Spec §2.1).
 * Plain data without a schema library, so that the web bundle can import it for nothing.
 */

/** Time-range filter of the event list. */
export const dayTypes = ['future', 'week', 'weekend', 'today', 'tomorrow'] as const;
export type DayType = (typeof dayTypes)[number];

/** Category filter of the event list. `all` means no filter; the other ten are the types an event can have. */
export const eventTypes = [
	'all',
	'music',
	'film',
	'drama',
	'commonweal',
	'salon',
	'exhibition',
	'party',
	'sports',
	'travel',
	'others',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The types that an event can have, as the specification lists them. */
export type ListedType = Exclude<EventType, 'all'>;
export const listedTypes: readonly ListedType[] = /* @__PURE__ */ eventTypes.filter((type) => type !== 'all');

/** A type as the specification lists it: `others` for one of a service's own, and for none. */
export const listedType = (type: unknown): ListedType =>
	listedTypes.find((each) => each === type) ?? 'others';

/** Numbers in place of the words of `type`. The specification allows numbers and shows none (gap register, `numeric-type`). */
export const eventTypeNumbers: Readonly<Record<EventType, number>> = {
	all: 0,
	music: 10,
	drama: 11,
	exhibition: 12,
	salon: 13,
	party: 14,
	sports: 15,
	travel: 16,
	commonweal: 17,
	film: 18,
	others: 19,
};

/** Filter of a person's participated and wished lists: is the event over? */
export const relationStatuses = ['ongoing', 'expired'] as const;
export type RelationStatus = (typeof relationStatuses)[number];

/** `begin_time` and `end_time`: `%Y-%m-%d %H:%M:%S`, a wall-clock time without a zone. */
export const dateTimePattern =
	/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** `participate_date`: `%Y-%m-%d`. */
export const datePattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Paging of lists; names and limits are not in the specification (gap register, entry `paging`). */
export const paging = { defaultStart: 0, defaultCount: 20, maxCount: 100 } as const;
