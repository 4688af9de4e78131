/** Services whose days and types have a different meaning (Spec §4.2; gap register, `time-zone`, `numeric-type`). */
import { type DayType, dayTypes, eventTypes } from '../../../src/contract/spec/filters.ts';
import { copyOf, type Fields, type Middleware } from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import { rejectCall } from '../service/reject.ts';
import { pageOf, readWhole, withPage } from '../service/whole-list.ts';
import type { Variant, VariantContext } from '../variant.ts';

const day = 86_400_000;
const msOf = (wallClock: unknown) => Date.parse(`${String(wallClock).replace(' ', 'T')}Z`);
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Which events a day_type lists; null if the sandbox's meaning applies. */
type Meaning = (dayType: DayType, now: string) => ((event: Fields) => boolean) | null;

/** On at any time between two wall-clock times, and not over. */
const within = (from: number, to: number, now: string) => (event: Fields) =>
	String(event.begin_time) < textOf(to) &&
	String(event.end_time) > textOf(from) &&
	String(event.end_time) > now;

/** Lists in which some day_types have a different meaning. */
const dayTypesAs =
	(meaning: Meaning) =>
	({ wallClock }: VariantContext): Middleware =>
	async (request, next) => {
		const dayType = dayTypes.find((each) => each === request.query.get('day_type'));
		const fits =
			operationOf(request) === 'listEvents' && dayType !== undefined ? meaning(dayType, wallClock()) : null;
		if (fits === null) return next(request);
		const everything = copyOf(request);
		everything.query.delete('day_type');
		const { response, all } = await readWhole(everything, next);
		return withPage(response, all.filter(fits), pageOf(request));
	};

/** Midnight of today, and the day of the week: 0 for Monday to 6 for Sunday. */
const todayOf = (now: string) => {
	const midnight = msOf(`${now.slice(0, 10)} 00:00:00`);
	return { midnight, weekday: (new Date(midnight).getUTCDay() + 6) % 7 };
};

/** The coming Sunday at noon, by the wall clock eight hours ahead of UTC. */
const sundayNoon = (now: number): number => {
	const local = new Date(now + 8 * 3_600_000);
	const days = (7 - local.getUTCDay()) % 7;
	return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, 4);
};

const calendarWeek = dayTypesAs((dayType, now) => {
	if (dayType !== 'week') return null;
	const { midnight, weekday } = todayOf(now);
	return within(midnight - weekday * day, midnight + (7 - weekday) * day, now);
});

/** Numbers of the types in a different order. */
const otherNumbers = eventTypes.map((type, index) => [String(index + 1), type] as const);

export const dayVariants: readonly Variant[] = [
	{
		name: 'week-is-calendar-week-on-sunday',
		does: 'The week is the calendar week, and today is its last day: tomorrow is not in it.',
		gaps: ['day-type'],
		beginsAt: sundayNoon,
		create: calendarWeek,
	},
	{
		name: 'nights-on-first-day',
		does: 'An event that ends after midnight is listed only on the day on which it begins.',
		gaps: ['nights'],
		create: dayTypesAs((dayType, now) => {
			const { midnight } = todayOf(now);
			const starts: Partial<Record<DayType, number>> = { today: midnight, tomorrow: midnight + day };
			const start = starts[dayType];
			if (start === undefined) return null;
			const isOn = within(start, start + day, now);
			const isNight = ({ begin_time, end_time }: Fields) =>
				msOf(end_time) - msOf(begin_time) < day && String(end_time).slice(11) < '12:00:00';
			return (event) => isOn(event) && !(isNight(event) && msOf(event.begin_time) < start);
		}),
	},
	{
		name: 'clock-of-new-york',
		does: 'Times are wall-clock times five hours behind UTC, and the operator configures their zone.',
		gaps: ['time-zone'],
		wallClockHours: -5,
		operator: { timeZone: 'Etc/GMT+5' },
	},
	{
		name: 'type-other-numbers',
		does: 'The numbers of `type` are 1 to 11, in the order of the words.',
		gaps: ['numeric-type'],
		create: () => async (request, next) => {
			const type = request.query.get('type');
			if (operationOf(request) !== 'listEvents' || type === null || !/^\d+$/.test(type)) return next(request);
			const word = otherNumbers.find(([number]) => number === type)?.[1];
			if (word === undefined) return rejectCall(request, next, 113, 'type should be 1 to 11');
			const asked = copyOf(request);
			asked.query.set('type', word);
			return next(asked);
		},
	},
];
