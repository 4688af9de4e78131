/** A filtered event list, as the checks of the filters judge it. */
import type { CallParameters } from '../../contract/spec/call.ts';
import type { OperationName } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import { conforms, Differs, differs, type Finding } from '../check.ts';
import { knownId, readLongPage } from '../known.ts';
import { arrayOf, bodyOf, type Event, eventsOf, formatTime, readCount } from '../read.ts';
import type { Service } from '../service.ts';

/** What the filters are judged by; the fields have checks of their own. */
export interface FilteredList {
	/** Whether the service sent a list; else there are no events and no total. */
	readonly isRead: boolean;
	readonly events: readonly Event[];
	readonly total: number | null;
	readonly response: ServiceResponse;
}

export async function readFiltered<Name extends OperationName>(
	service: Service,
	name: Name,
	input: CallParameters<Name>,
): Promise<FilteredList> {
	const response = await readLongPage(service, name, input);
	const isRead = response.status === 200 && arrayOf(response, 'events') !== null;
	if (!isRead) return { isRead, events: [], total: null, response };
	return { isRead, events: eventsOf(response), total: readCount(bodyOf(response).total), response };
}

/** The event list of a known city for these filters. */
export const listOf = async (
	service: Service,
	filters: CallParameters<'listEvents'>,
): Promise<FilteredList> =>
	readFiltered(service, 'listEvents', { loc: await knownId(service, 'locId'), ...filters });

/** @throws Differs unless the service sent a list */
export function requireList({ isRead, response }: FilteredList): void {
	if (!isRead) throw new Differs('HTTP 200 with an event list', response);
}

/** Judges every event of a filtered list by one sentence. */
export function judgeEach(
	{ events, response }: FilteredList,
	expected: string,
	fits: (event: Event) => boolean,
	format: (event: Event) => string,
): Finding {
	const other = events.find((event) => !fits(event));
	return other === undefined ? conforms : differs(expected, `event ${other.id}: ${format(other)}`, response);
}

/** When an event is on, for the report. */
export const formatTimes = ({ begin, end }: Event): string =>
	[begin, end].map((time) => (time === null ? 'unknown' : formatTime(time))).join(' to ');
