/** Checks of day_type (Spec §4.2): every word is taken, and lists events of that time. */
import { type DayType, dayTypes } from '../../contract/filters.ts';
import { type Check, conforms, differs } from '../check.ts';
import { isFindings, type ListedEvent, listOf, millisecondsOf, times } from './filtered-list.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Offsets from UTC that places on earth have; the specification names no time zone. */
const offsets = Array.from({ length: 27 }, (_, index) => (index - 12) * hour);

/** The range of a day_type in milliseconds, for a wall clock that shows `now`. */
function rangeOf(dayType: DayType, now: number): readonly [from: number, to: number] {
	const today = Math.floor(now / day) * day;
	const weekday = new Date(today).getUTCDay();
	const saturday = today + (weekday === 0 ? -1 : 6 - weekday) * day;
	const ranges = {
		future: [now, Number.POSITIVE_INFINITY],
		today: [today, today + day],
		tomorrow: [today + day, today + 2 * day],
		week: [today, today + 7 * day],
		weekend: [saturday, saturday + 2 * day],
	} as const;
	return ranges[dayType];
}

/** The events that are not on in the time of a day_type, in the time zone that suits most of them. */
function strangersOf(events: readonly ListedEvent[], dayType: DayType, now: number): readonly ListedEvent[] {
	let fewest = events;
	for (const offset of offsets) {
		const [from, to] = rangeOf(dayType, now + offset);
		const strangers = events.filter(
			({ begin_time, end_time }) => !(millisecondsOf(begin_time) < to && millisecondsOf(end_time) >= from),
		);
		if (strangers.length < fewest.length) fewest = strangers;
	}
	return fewest;
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
				const [stranger] = strangersOf(list.events, dayType, service.options.now());
				return [
					stranger === undefined
						? conforms
						: differs(
								`events that are on in the time of ${dayType}`,
								`event ${stranger.id}: ${times(stranger)}`,
							),
				];
			},
		}),
	),
	{
		id: 'listEvents.day_type.nested',
		section: '4.2',
		states: 'today and tomorrow list no more than the week, the week no more than the future',
		run: async (service) => {
			const totals = new Map<DayType, number>();
			for (const dayType of dayTypes) {
				const list = await listOf(service, { day_type: dayType });
				if (isFindings(list)) return list;
				totals.set(dayType, Number(list.total));
			}
			const pairs = [
				['today', 'week'],
				['tomorrow', 'week'],
				['week', 'future'],
			] as const;
			return pairs.map(([inner, outer]) =>
				Number(totals.get(inner)) <= Number(totals.get(outer))
					? conforms
					: differs(`total of ${inner} up to ${totals.get(outer)}, that of ${outer}`, totals.get(inner)),
			);
		},
	},
];
