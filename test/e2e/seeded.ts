/** The seeded events, read from the lists of the sandbox: tests choose an event by its properties. */
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import type { Daybill } from './daybill.ts';

/** Maximum number of processes; the seeded data has separate events for this many (`findOwnEvent`). */
export const maxWorkers = 4;

/** How many pages of 100 events to search before failing. */
const maxPages = 10;

/** The first matching event in Beijing's list of future events. @throws Error when there is none */
export async function findSeeded(
	daybill: Daybill,
	isMatch: (event: WireEvent) => boolean,
): Promise<WireEvent> {
	for (let page = 0; page < maxPages; page++) {
		const url = `${daybill.sandboxUrl}/v2/event/list?loc=108288&day_type=future&count=100&start=${page * 100}`;
		const { events } = (await (await fetch(url)).json()) as WireEventList;
		for (const event of events) if (isMatch(event)) return event;
	}
	throw new Error('no seeded event matches');
}

/** Number of tests in this process that have requested their own event so far. */
let asked = 0;
/** Number of tests per process that get different events. */
const testsOfProcess = 10;

/**
 * A one-day event, the day after tomorrow or later, that no concurrent test in any process uses, so that its
 * counts change only through this test. Chosen by id, since positions in the list change as time passes.
 */
export function findOwnEvent(daybill: Daybill): Promise<WireEvent> {
	// A process that replaces another one inherits its parallel index, but not its worker index.
	const worker = Number(process.env.TEST_PARALLEL_INDEX);
	const place = worker * testsOfProcess + (asked++ % testsOfProcess);
	const soon = new Date(Date.now() + 40 * 3_600_000).toISOString().slice(0, 10);
	return findSeeded(
		daybill,
		(event) =>
			Number(event.id) % (testsOfProcess * maxWorkers) === place &&
			nightsOf(event) === 0 &&
			event.begin_time.slice(0, 10) > soon &&
			// Excludes popular events, which other tests look for.
			event.participant_count > 0 &&
			event.participant_count <= 8,
	);
}

const dayNumber = (time: string) => Date.parse(`${time.slice(0, 10)}T00:00:00Z`) / 86_400_000;

/** The number of nights between the first and the last day of an event. */
export const nightsOf = ({ begin_time, end_time }: WireEvent) => dayNumber(end_time) - dayNumber(begin_time);
