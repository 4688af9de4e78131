/** Checks of day_type (Spec §4.2): every word is accepted, and lists events of that time. */
import type { Event } from '../../contract/event/event.ts';
import { addMs, dayOf, type WallClock, wallClockFromMs } from '../../contract/event/wall-clock.ts';
import { type DayType, dayTypes } from '../../contract/spec/filters.ts';
import { type Check, conforms, differs, type Finding, notTried } from '../check.ts';
import type { Service } from '../service.ts';
import { canBeListed, lawfulRanges } from './day-type-ranges.ts';
import { type FilteredList, formatTimes, isFindings, judgeEach, listOf } from './filtered-list.ts';

const hourMs = 3_600_000;

/** Offsets from UTC of places on earth; the specification names no time zone. */
const offsets = Array.from({ length: 27 }, (_, index) => (index - 12) * hourMs);

/** The events that do not fit a day_type, with the meaning of the word that fits most of them. */
function misfits(events: readonly Event[], dayType: DayType, now: WallClock): readonly Event[] {
	const byMeaning = lawfulRanges(dayType, now).map((range) =>
		events.filter((event) => !canBeListed(event, range)),
	);
	return byMeaning.toSorted((left, right) => left.length - right.length)[0] ?? [];
}

/** The lists of all day_types that could be read. */
async function readLists(service: Service): Promise<ReadonlyMap<DayType, FilteredList | Finding[]>> {
	const lists = new Map<DayType, FilteredList | Finding[]>();
	for (const dayType of dayTypes) lists.set(dayType, await listOf(service, { day_type: dayType }));
	return lists;
}

/** The clock of the service, in the zone that fits most events of all lists: they all use the same clock. */
function serviceClock(lists: ReadonlyMap<DayType, FilteredList | Finding[]>, now: number): WallClock {
	const utc = wallClockFromMs(now);
	const countMisfits = (clock: WallClock) =>
		[...lists].reduce(
			(sum, [dayType, list]) =>
				sum + (isFindings(list) ? 0 : misfits(list.list.items, dayType, clock).length),
			0,
		);
	const clocks = offsets.map((offset) => addMs(utc, offset));
	const counts = clocks.map(countMisfits);
	return clocks[counts.indexOf(Math.min(...counts))] ?? utc;
}

/** Judges that a list is no longer than another one that includes it. */
function judgeNested(
	[inner, outer]: readonly [DayType, DayType],
	lists: ReadonlyMap<DayType, FilteredList | Finding[]>,
): Finding {
	const [small, large] = [lists.get(inner), lists.get(outer)];
	if (small === undefined || large === undefined || isFindings(small) || isFindings(large))
		return notTried('a list could not be read');
	const [smallTotal, largeTotal] = [small.list.total, large.list.total];
	if (smallTotal === null || largeTotal === null) return notTried('total is not a number');
	return smallTotal <= largeTotal
		? conforms
		: differs(`total of ${inner} up to ${largeTotal}, that of ${outer}`, String(smallTotal), small.response);
}

/** Whether an event begins and ends on one day, and not at a midnight, which belongs to two. */
const isOfOneDay = ({ begin, end }: Event): boolean =>
	begin !== null &&
	end !== null &&
	dayOf(begin) === dayOf(end) &&
	!begin.endsWith(' 00:00:00') &&
	!end.endsWith(' 00:00:00');

/** An event of one day is not on both today and tomorrow, whatever the clock of the service shows. */
async function judgeApart(service: Service): Promise<Finding[]> {
	// In this order, so that a midnight between the two responses makes no event appear in both.
	const today = await listOf(service, { day_type: 'today' });
	const tomorrow = await listOf(service, { day_type: 'tomorrow' });
	if (isFindings(today) || isFindings(tomorrow)) return [notTried('a list could not be read')];
	const isToday = new Set(today.list.items.filter(isOfOneDay).map(({ id }) => id));
	return judgeEach(
		tomorrow,
		'no event of one day that day_type=today lists too',
		({ id }) => !isToday.has(id),
		formatTimes,
	);
}

export const dayTypeChecks: readonly Check[] = [
	...dayTypes.map(
		(dayType): Check => ({
			id: `listEvents.day_type.${dayType}`,
			section: '4.2',
			states: `day_type=${dayType} lists events of that time`,
			run: async (service) => {
				const list = await listOf(service, { day_type: dayType });
				if (isFindings(list)) return list;
				const clock = serviceClock(await readLists(service), service.options.now());
				const [misfit] = misfits(list.list.items, dayType, clock);
				return [
					misfit === undefined
						? conforms
						: differs(
								`events that are on in the time of ${dayType}`,
								`event ${misfit.id}: ${formatTimes(misfit)}`,
								list.response,
							),
				];
			},
		}),
	),
	{
		id: 'listEvents.day_type.nested',
		section: '4.2',
		states: 'day_type=today lists no more than week',
		run: async (service) => [judgeNested(['today', 'week'], await readLists(service))],
	},
	{
		id: 'listEvents.day_type.apart',
		section: '4.2',
		states: 'an event of one day is not listed for both today and tomorrow',
		run: judgeApart,
	},
];
