/** Checks of loc and status (Spec §4.2), and of malformed parameters (Spec §7). */
import { relationStatuses } from '../../contract/filters.ts';
import { operationPath } from '../../contract/operations.ts';
import { type Check, conforms, differs, leftOpen, notTried, showAnswer } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import {
	isFindings,
	judgeEach,
	listBody,
	listOf,
	millisecondsOf,
	times,
	tolerance,
} from './filtered-list.ts';

export const filterChecks: readonly Check[] = [
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
