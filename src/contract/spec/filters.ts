/**
 * Words that filter lists (Spec §4.2), and time formats (Spec §2.1). Separate from the schema library, so that the web
 * bundle can import them.
 */

export const dayTypes = ['future', 'week', 'weekend', 'today', 'tomorrow'] as const;
export type DayType = (typeof dayTypes)[number];

/** `all` means no filter; the other values are event types. */
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

export type ListedType = Exclude<EventType, 'all'>;
export const listedTypes: readonly ListedType[] = /* @__PURE__ */ eventTypes.filter((type) => type !== 'all');

/** A missing type, or one that the specification doesn't list, becomes `others`. */
export const listedType = (type: unknown): ListedType =>
	listedTypes.find((each) => each === type) ?? 'others';

/** The specification allows numbers but lists none (gap register, `numeric-type`). */
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

export const relationStatuses = ['ongoing', 'expired'] as const;
export type RelationStatus = (typeof relationStatuses)[number];

/** Format of `begin_time` and `end_time`: wall-clock time without a zone. */
export const dateTimePattern =
	/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Format of `participate_date`: `%Y-%m-%d`. */
export const datePattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Not in the specification (gap register, `paging`). */
export const paging = { defaultStart: 0, defaultCount: 20, maxCount: 100 } as const;
