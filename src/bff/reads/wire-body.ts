/**
 * Bodies of the service that are passed on in the form in which they were received. What a body means is decided in
 * `contract/event`; these functions only remove or replace parts. Each takes any JSON value, and an element of a list can be
 * anything too.
 */
import { cutFields } from '../../contract/bff-api/cut.ts';
import { callerFields, isPublicElement } from '../../contract/event/event.ts';
import { readCount, readText } from '../../contract/event/fields.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The elements of an EventList; null for any other body. */
const elementsOf = (body: unknown): readonly unknown[] | null =>
	isFields(body) && Array.isArray(body.events) ? body.events : null;

const withElements = (body: unknown, events: readonly unknown[]): unknown => ({
	...(body as Fields),
	events,
});

const dropped = new Set<string>(cutFields);

/** Removes the cut fields from the events of a list: 108 KB for 20 events of a live service (design §10). */
export function cutList(body: unknown): { body: unknown; wasCut: boolean } {
	const elements = elementsOf(body);
	if (elements === null) return { body, wasCut: false };
	const cut = elements.map((element) =>
		isFields(element)
			? Object.fromEntries(Object.entries(element).filter(([name]) => !dropped.has(name)))
			: element,
	);
	return { body: withElements(body, cut), wasCut: true };
}

/** Removes what an event says of the one who has read it. */
export function withoutCallerFields(body: unknown): unknown {
	if (!isFields(body)) return body;
	return Object.fromEntries(Object.entries(body).filter(([name]) => !callerFields.includes(name)));
}

/** The elements of a list of events by id, as they were received; the last of those that share an id. */
export function elementsById(body: unknown): ReadonlyMap<string, unknown> {
	const elements = (elementsOf(body) ?? []).filter(isFields);
	return new Map(elements.map((element) => [readText(element.id), element]));
}

/** A list of events with one more, at the beginning. */
export function withElement(body: unknown, element: unknown): unknown {
	return withCountOf(body, [element, ...(elementsOf(body) ?? [])]);
}

/** A list of events without one. */
export function withoutElement(body: unknown, id: string): unknown {
	const isOther = (element: unknown) => !isFields(element) || readText(element.id) !== id;
	return withCountOf(body, (elementsOf(body) ?? []).filter(isOther));
}

/** Other elements for a list that is whole: `total`, and `count` where it is the number of elements, follow. */
function withCountOf(body: unknown, events: readonly unknown[]): unknown {
	const fields = body as Fields;
	const isNumber = readCount(fields.count) === elementsOf(body)?.length;
	return { ...fields, ...(isNumber ? { count: events.length } : {}), total: events.length, events };
}

/** Replaces every event of a list that is not public by null, so that positions in the whole list stay right. */
export function withholdPrivate(body: unknown): unknown {
	const elements = elementsOf(body);
	if (elements === null) return body;
	return withElements(
		body,
		elements.map((element) => (isPublicElement(element) ? element : null)),
	);
}

/** The numbers of an event that joining and wishing change, as the service names them. */
export interface EventCounters {
	id: string;
	counters: { participant_count?: number; wisher_count?: number };
}

/** Counters, and when their read began, in milliseconds since 1970: of two reads, the one that began later counts. */
export interface DatedCounters extends EventCounters {
	readAt: number;
}

/** The counters of an event's body; null when it has none that can be read. */
export function readCounters(body: unknown): EventCounters | null {
	if (!isFields(body)) return null;
	const id = readText(body.id);
	const participants = readCount(body.participant_count);
	const wishers = readCount(body.wisher_count);
	const counters = {
		...(participants === null ? {} : { participant_count: participants }),
		...(wishers === null ? {} : { wisher_count: wishers }),
	};
	return id === '' || Object.keys(counters).length === 0 ? null : { id, counters };
}

/** Replaces the counters of an event in a body: that of the event itself, or a list that contains it. */
export function repairCounters(body: unknown, { id, counters }: EventCounters): unknown {
	const repair = (element: unknown) =>
		isFields(element) && readText(element.id) === id ? { ...element, ...counters } : element;
	const elements = elementsOf(body);
	return elements === null ? repair(body) : withElements(body, elements.map(repair));
}
