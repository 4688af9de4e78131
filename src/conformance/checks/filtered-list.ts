/** A filtered event list, as the checks of the filters judge it. */
import type { Event } from '../../contract/event/event.ts';
import { type List, readEventList } from '../../contract/event/lists.ts';
import type { EventTimes } from '../../contract/event/times.ts';
import { addMs, dayMs, wallClockFromMs } from '../../contract/event/wall-clock.ts';
import type { RelationStatus } from '../../contract/spec/filters.ts';
import type { OperationName, ParametersOf } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import { conforms, differs, type Finding, notTried, showResponse } from '../check.ts';
import type { Service } from '../service.ts';
import { readLongPage, tryRead } from '../tolerant-read.ts';

/** What the filters are judged by; the fields have checks of their own. */
export interface FilteredList {
	readonly list: List<Event>;
	readonly response: ServiceResponse;
}

/** An event list, or the finding that there is none. */
export async function readFiltered<Name extends OperationName>(
	service: Service,
	name: Name,
	input: ParametersOf<Name> & { id?: string },
): Promise<FilteredList | Finding[]> {
	const response = await readLongPage(service, name, input);
	const list = response.status === 200 ? tryRead(readEventList, response.json) : null;
	return list === null
		? [differs('HTTP 200 with an event list', showResponse(response), response)]
		: { list, response };
}

/** The event list of a known city for these filters. */
export async function listOf(
	service: Service,
	filters: ParametersOf<'listEvents'>,
): Promise<FilteredList | Finding[]> {
	const { locId, why } = await service.known();
	return locId === null ? [notTried(why)] : readFiltered(service, 'listEvents', { loc: locId, ...filters });
}

export const isFindings = (value: FilteredList | Finding[]): value is Finding[] => Array.isArray(value);

/** Judges every event of a filtered list by one sentence. */
export function judgeEach(
	{ list, response }: FilteredList,
	expected: string,
	fits: (event: Event) => boolean,
	format: (event: Event) => string,
): Finding[] {
	const other = list.items.find((event) => !fits(event));
	return [
		other === undefined ? conforms : differs(expected, `event ${other.id}: ${format(other)}`, response),
	];
}

/** When an event is on, for the report. */
export const formatTimes = ({ begin, end }: EventTimes) => `${begin ?? 'unknown'} to ${end ?? 'unknown'}`;

/**
 * Whether an event can have a status. Times have no zone, so a day on either side is tolerated; an event without an end can
 * have both.
 *
 * @param now milliseconds since 1970
 */
export function canHaveStatus({ end }: EventTimes, status: RelationStatus, now: number): boolean {
	if (end === null) return true;
	const atUtc = wallClockFromMs(now);
	return status === 'expired' ? end < addMs(atUtc, dayMs) : end > addMs(atUtc, -dayMs);
}
