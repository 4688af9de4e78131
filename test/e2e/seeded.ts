/** What the sandbox was seeded with, read from its own lists: tests choose an event by what it is like. */
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import type { Daybill } from './daybill.ts';

/** Pages of 100 that are looked through before giving up. */
const mostPages = 10;

/** The first event of Beijing's list of what is to come that is like this. @throws Error when there is none */
export async function findSeeded(
	daybill: Daybill,
	isLike: (event: WireEvent) => boolean,
): Promise<WireEvent> {
	for (let page = 0; page < mostPages; page++) {
		const address = `${daybill.sandboxUrl}/v2/event/list?loc=108288&day_type=future&count=100&start=${page * 100}`;
		const { events } = (await (await fetch(address)).json()) as WireEventList;
		const found = events.find(isLike);
		if (found !== undefined) return found;
	}
	throw new Error('nothing that was seeded is like this');
}

const dayNumber = (time: string) => Date.parse(`${time.slice(0, 10)}T00:00:00Z`) / 86_400_000;

/** Days from the first to the last of an event. */
export const nightsOf = ({ begin_time, end_time }: WireEvent) => dayNumber(end_time) - dayNumber(begin_time);
