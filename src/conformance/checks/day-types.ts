/** Checks of day_type (Spec §4.2): every word is taken, and lists events of that time. */
import { type DayType, dayTypes } from '../../contract/filters.ts';
import { type Check, conforms, differs } from '../check.ts';
import { isFindings, judgeEach, listOf, millisecondsOf, times, tolerance } from './filtered-list.ts';

const day = 86_400_000;

/** The range of a day_type in milliseconds, from the tester's clock. */
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

export const dayTypeChecks: readonly Check[] = [
	...dayTypes.map(
		(dayType): Check => ({
			id: `listEvents.day_type.${dayType}`,
			section: '4.2',
			states: `day_type=${dayType} lists events of that time`,
			run: async (service) => {
				const list = await listOf(service, { day_type: dayType });
				if (isFindings(list)) return list;
				const [from, to] = rangeOf(dayType, service.options.now());
				return judgeEach(
					list,
					`an event on in the time of ${dayType}`,
					({ begin_time, end_time }) =>
						millisecondsOf(begin_time) < to + tolerance && millisecondsOf(end_time) > from - tolerance,
					times,
				);
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
