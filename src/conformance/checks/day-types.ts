/** Checks for `day_type` (Spec §4.2): every value is accepted, and lists events in that period. */
import { type DayType, dayTypes } from '../../contract/spec/filters.ts';
import { NotJudged } from '../call.ts';
import { check, conforms, differs, type Finding } from '../check.ts';
import { dayMs, type Event } from '../read.ts';
import type { Service } from '../service.ts';
import { type FilteredList, formatTimes, judgeEach, listOf, requireList } from './filters.ts';

/** In milliseconds, as `readTime` returns them; open-ended if `to` is null. */
interface Range {
	readonly from: number;
	readonly to: number | null;
}

/** Every range that a `day_type` may mean: the specification gives only the word. */
function possibleRanges(dayType: DayType, now: number): readonly Range[] {
	const today = Math.floor(now / dayMs) * dayMs;
	/** 0 for Sunday. */
	const weekday = new Date(today).getUTCDay();
	const monday = today - ((weekday + 6) % 7) * dayMs;
	const days = (from: number, first: number, count: number): Range => ({
		from: from + first * dayMs,
		to: from + (first + count) * dayMs,
	});
	switch (dayType) {
		case 'today':
			return [days(today, 0, 1)];
		case 'tomorrow':
			return [days(today, 1, 1)];
		case 'week':
			return [
				days(today, 0, 7),
				{ from: today, to: now + 7 * dayMs },
				days(monday, 0, 7),
				days(today, -weekday, 7),
			];
		case 'weekend':
			return [
				days(monday, 5, 2),
				days(monday, 4, 2),
				days(monday, 4, 3),
				days(monday, 12, 2),
				days(monday, 11, 3),
			];
		case 'future':
			// A day of tolerance: zones are tried only in whole hours, and a list can be a few minutes old.
			return [{ from: now - dayMs, to: null }];
	}
}

/**
 * Whether a range's list may include an event. If the start or the end is unknown, only the other time decides. Whether
 * an event that ends at midnight is also on the day that begins then is left open.
 */
const canBeListed = ({ begin, end }: Event, { from, to }: Range, behindMs: number): boolean =>
	(begin === null || to === null || begin + behindMs < to) && (end === null || end + behindMs >= from);

interface Clock {
	readonly now: number;
	/** How far the times of events are behind the clock by which the service counts days. */
	readonly behindMs: number;
}

/** The events that don't fit a day_type, under the interpretation of the word that fits most of them. */
function misfits(events: readonly Event[], dayType: DayType, { now, behindMs }: Clock): readonly Event[] {
	const byMeaning = possibleRanges(dayType, now).map((range) =>
		events.filter((event) => !canBeListed(event, range, behindMs)),
	);
	return byMeaning.toSorted((left, right) => left.length - right.length)[0] ?? [];
}

const hourMs = 3_600_000;

/** UTC offsets from −12 to +14 hours, since the specification leaves the time zone open. */
const offsets = Array.from({ length: 27 }, (_, index) => (index - 12) * hourMs);

/**
 * The service's clock, in the zone that fits most events across all lists, which share one clock. The times of events
 * are in the same zone, or in UTC.
 */
async function serviceClock(service: Service): Promise<Clock> {
	const lists: (readonly [DayType, FilteredList])[] = [];
	for (const dayType of dayTypes) lists.push([dayType, await listOf(service, { day_type: dayType })]);
	const utc = service.now();
	const clocks: Clock[] = [
		...offsets.map((offset) => ({ now: utc + offset, behindMs: 0 })),
		...offsets.map((offset) => ({ now: utc + offset, behindMs: offset })),
	];
	const counts = clocks.map((clock) =>
		lists.reduce((sum, [dayType, { events }]) => sum + misfits(events, dayType, clock).length, 0),
	);
	return clocks[counts.indexOf(Math.min(...counts))] ?? { now: utc, behindMs: 0 };
}

async function readBoth(service: Service, first: DayType, second: DayType) {
	const lists = [
		await listOf(service, { day_type: first }),
		await listOf(service, { day_type: second }),
	] as const;
	if (!lists.every(({ isRead }) => isRead)) throw new NotJudged('a list could not be read');
	return lists;
}

async function judgeDayType(service: Service, dayType: DayType): Promise<Finding> {
	const list = await listOf(service, { day_type: dayType });
	requireList(list);
	const [misfit] = misfits(list.events, dayType, await serviceClock(service));
	if (misfit === undefined) return conforms;
	const got = `event ${misfit.id}: ${formatTimes(misfit)}`;
	return differs(`events in the period of ${dayType}`, got, list.response);
}

/** Whether an event begins and ends on the same day, and not at midnight, which belongs to two days. */
function isOfOneDay({ begin, end }: Event, { behindMs }: Clock): boolean {
	if (begin === null || end === null) return false;
	const [first, last] = [(begin + behindMs) / dayMs, (end + behindMs) / dayMs];
	return Math.floor(first) === Math.floor(last) && ![first, last].some(Number.isInteger);
}

export const dayTypeChecks = [
	...dayTypes.map((dayType) =>
		check('4.2', `listEvents.day_type.${dayType}`, `${dayType} lists events of that time`, (service) =>
			judgeDayType(service, dayType),
		),
	),
	check('4.2', 'listEvents.day_type.nested', 'day_type=today lists no more than week', async (service) => {
		const [today, week] = await readBoth(service, 'today', 'week');
		if (today.total === null || week.total === null) throw new NotJudged('total is not a number');
		return today.total <= week.total
			? conforms
			: differs(`total of today up to ${week.total}, that of week`, String(today.total), today.response);
	}),
	check('4.2', 'listEvents.day_type.apart', 'no event of one day is on both', async (service) => {
		// Today is read first, so that no event is in both lists if midnight is between the two reads.
		const [today, tomorrow] = await readBoth(service, 'today', 'tomorrow');
		const clock = await serviceClock(service);
		const isToday = new Set(today.events.filter((event) => isOfOneDay(event, clock)).map(({ id }) => id));
		const expected = 'no one-day event that day_type=today also lists';
		return judgeEach(tomorrow, expected, ({ id }) => !isToday.has(id), formatTimes);
	}),
];
