/** Checks of the lists' filters (Spec §4.2, table of query parameters): every word is taken, and does what it says. */
import { z } from 'zod';
import {
	type DayType,
	dayTypes,
	eventTypeNumbers,
	eventTypes,
	relationStatuses,
} from '../../contract/filters.ts';
import { operationPath } from '../../contract/operations.ts';
import { type Check, conforms, differs, type Finding, leftOpen, notTried, showAnswer } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import type { Service } from '../service.ts';

const listBody = z.looseObject({
	total: z.unknown(),
	events: z.array(
		z.looseObject({
			id: z.unknown(),
			loc_id: z.unknown(),
			begin_time: z.unknown(),
			end_time: z.unknown(),
			category: z.unknown().optional(),
		}),
	),
});
type ListBody = z.infer<typeof listBody>;
type ListedEvent = ListBody['events'][number];

/** The list for these filters, or the finding that there is none. */
async function listOf(
	service: Service,
	filters: Readonly<Record<string, string | number>>,
): Promise<ListBody | Finding[]> {
	const { locId } = await service.known();
	if (locId === null) return [notTried('the service listed no city')];
	const answer = await service.read(operationPath('listEvents', { loc: locId, count: 100, ...filters }));
	const body = listBody.safeParse(answer.json).data;
	return answer.status === 200 && body !== undefined
		? body
		: [differs('HTTP 200 with an event list', showAnswer(answer))];
}

const isFindings = (value: ListBody | Finding[]): value is Finding[] => Array.isArray(value);

/** Judges every event of a filtered list by one sentence. */
function judgeEach(
	{ events }: ListBody,
	expected: string,
	fits: (event: ListedEvent) => boolean,
	got: (event: ListedEvent) => string,
): Finding[] {
	const stranger = events.find((event) => !fits(event));
	return [stranger === undefined ? conforms : differs(expected, `event ${stranger.id}: ${got(stranger)}`)];
}

const day = 86_400_000;
/** Times carry no zone: a day on either side is given to the service. */
const tolerance = day;
const millisecondsOf = (time: unknown) => Date.parse(`${String(time).replace(' ', 'T')}Z`);

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

const times = ({ begin_time, end_time }: ListedEvent) => `${begin_time} to ${end_time}`;

const dayTypeChecks = dayTypes.map(
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
);

const typeChecks = eventTypes.map(
	(type): Check => ({
		id: `listEvents.type.${type}`,
		section: '4.2',
		states: type === 'all' ? 'type=all lists events of every type' : `type=${type} lists events of that type`,
		run: async (service) => {
			const [list, all] = [await listOf(service, { type }), await listOf(service, {})];
			if (isFindings(list)) return list;
			if (isFindings(all)) return all;
			if (type === 'all')
				return [
					list.total === all.total ? conforms : differs(`total ${all.total}, as without type`, list.total),
				];
			const told = judgeEach(
				list,
				`events of ${type}`,
				({ category }) =>
					category === undefined ||
					!(eventTypes as readonly unknown[]).includes(category) ||
					category === type,
				({ category }) => String(category),
			);
			const more = Number(list.total) > Number(all.total);
			return more ? [...told, differs(`no more than the ${all.total} of all types`, list.total)] : told;
		},
	}),
);

export const filterChecks: readonly Check[] = [
	...dayTypeChecks,
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
	...typeChecks,
	{
		id: 'listEvents.type.distinct',
		section: '4.2',
		states: 'type filters: not every type lists all events',
		run: async (service) => {
			const all = await listOf(service, {});
			if (isFindings(all)) return all;
			if (Number(all.total) === 0) return [notTried('the city has no events')];
			for (const type of eventTypes.filter((each) => each !== 'all')) {
				const list = await listOf(service, { type });
				if (isFindings(list)) return list;
				if (list.total !== all.total) return [conforms];
			}
			return [differs('types that list different events', `${all.total} events for every type`)];
		},
	},
	{
		id: 'listEvents.type.number',
		section: '4.2',
		states: 'a number may stand for the word of a type; which one is left open',
		run: async (service) => {
			const { locId } = await service.known();
			if (locId === null) return [notTried('the service listed no city')];
			const said: string[] = [];
			for (const type of eventTypes.filter((each) => each !== 'all')) {
				const number = eventTypeNumbers[type];
				const answer = await service.read(
					operationPath('listEvents', { loc: locId, type: number, count: 100 }),
				);
				const byNumber = listBody.safeParse(answer.json).data;
				const byWord = await listOf(service, { type });
				if (answer.status !== 200 || byNumber === undefined) said.push(`${number}: HTTP ${answer.status}`);
				else if (isFindings(byWord) || byWord.total !== byNumber.total)
					said.push(`${number}: ${byNumber.total} events, not those of ${type}`);
				else said.push(`${number} ${type}`);
			}
			return [leftOpen(said.join(', '))];
		},
	},
	{
		id: 'listEvents.loc',
		section: '4.2',
		states: 'loc lists events of that city only',
		run: async (service) => {
			const list = await listOf(service, {});
			if (isFindings(list)) return list;
			const { locId } = await service.known();
			const loc = (await service.read(operationPath('getLoc', { id: String(locId) }))).json as
				| { id?: unknown }
				| undefined;
			const id = loc?.id ?? locId;
			return judgeEach(
				list,
				`loc_id ${id}`,
				({ loc_id }) => loc_id === id,
				({ loc_id }) => `loc_id ${loc_id}`,
			);
		},
	},
	{
		id: 'listEvents.without-loc',
		section: '4.2',
		states: 'whether the event list needs a city is left open',
		run: async (service) => {
			const answer = await service.read(operationPath('listEvents'));
			const { total } = (answer.json ?? {}) as { total?: unknown };
			return answer.status === 200
				? [leftOpen(`it does not: ${total} events without one`)]
				: judgeCode(answer, []);
		},
	},
	...(['listParticipatedEvents', 'listWishedEvents'] as const).flatMap((operation): Check[] => [
		...relationStatuses.map(
			(status): Check => ({
				id: `${operation}.status.${status}`,
				section: '4.2',
				states: `${operation} with status=${status} lists events that are ${status === 'expired' ? 'over' : 'not over'}`,
				run: async (service) => {
					const { userId } = await service.known();
					if (userId === null) return [notTried('the service listed no user')];
					const answer = await service.read(operationPath(operation, { id: userId, status, count: 100 }));
					const list = listBody.safeParse(answer.json).data;
					if (answer.status !== 200 || list === undefined)
						return [differs('HTTP 200 with an event list', showAnswer(answer))];
					const now = service.options.now();
					return judgeEach(
						list,
						status === 'expired' ? 'an event that is over' : 'an event that is not over',
						({ end_time }) =>
							status === 'expired'
								? millisecondsOf(end_time) < now + tolerance
								: millisecondsOf(end_time) > now - tolerance,
						times,
					);
				},
			}),
		),
		{
			id: `${operation}.status.sum`,
			section: '4.2',
			states: `${operation}: ongoing and expired together are all`,
			run: async (service) => {
				const { userId } = await service.known();
				if (userId === null) return [notTried('the service listed no user')];
				const totalOf = async (status?: string) => {
					const { json } = await service.read(operationPath(operation, { id: userId, status }));
					return Number((json as { total?: unknown } | undefined)?.total);
				};
				const parts = [await totalOf('ongoing'), await totalOf('expired')];
				const [sum, total] = [parts.reduce((left, right) => left + right), await totalOf()];
				return [
					sum === total
						? conforms
						: differs(`ongoing and expired to be ${total} together`, parts.join(' + ')),
				];
			},
		},
	]),
	...(['day_type', 'type', 'start', 'count'] as const).map(
		(parameter): Check => ({
			id: `listEvents.malformed.${parameter}`,
			section: '7',
			states: `a malformed ${parameter} is refused with its name or passed over; which is left open`,
			run: async (service) => {
				const { locId } = await service.known();
				const answer = await service.read(
					operationPath('listEvents', { loc: locId ?? undefined, [parameter]: '-no-such-word-' }),
				);
				return answer.status === 200 ? [leftOpen('passed over')] : judgeCode(answer, [], parameter);
			},
		}),
	),
	{
		id: 'listParticipatedEvents.malformed.status',
		section: '7',
		states: 'a malformed status is refused with its name or passed over; which is left open',
		run: async (service) => {
			const { userId } = await service.known();
			if (userId === null) return [notTried('the service listed no user')];
			const answer = await service.read(
				operationPath('listParticipatedEvents', { id: userId, status: '-no-such-word-' }),
			);
			return answer.status === 200 ? [leftOpen('passed over')] : judgeCode(answer, [], 'status');
		},
	},
];
