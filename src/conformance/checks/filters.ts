/** Checks of loc and status (Spec §4.2), and of malformed parameters (Spec §7). */
import { readCount, readText } from '../../contract/event/fields.ts';
import { dayTypes, eventTypes, type RelationStatus, relationStatuses } from '../../contract/spec/filters.ts';
import { operationPath, relationLists } from '../../contract/spec/operations.ts';
import { type Check, conforms, differs, type Finding, leftOpen, notTried, show } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import { bodyOf } from '../fields.ts';
import type { Service } from '../service.ts';
import { elementsOf } from '../shape.ts';
import { canHaveStatus, formatTimes, isFindings, judgeEach, listOf, readFiltered } from './filtered-list.ts';

async function judgeStatus(
	service: Service,
	operation: (typeof relationLists)[number],
	status: RelationStatus,
): Promise<Finding[]> {
	const { userId, why } = await service.known();
	if (userId === null) return [notTried(why)];
	const list = await readFiltered(service, operation, { id: userId, status });
	if (isFindings(list)) return list;
	const now = service.options.now();
	return judgeEach(
		list,
		status === 'expired' ? 'an event that is over' : 'an event that is not over',
		(event) => canHaveStatus(event, status, now),
		formatTimes,
	);
}

/** Without a status the list may have all events, or only those that are not over: that is not specified. */
async function judgeStatusSum(
	service: Service,
	operation: (typeof relationLists)[number],
): Promise<Finding[]> {
	const { userId: id, why } = await service.known();
	if (id === null) return [notTried(why)];
	const read = (status?: RelationStatus) => service.read(operationPath(operation, { id, status }));
	const [ongoingList, expiredList, whole] = [await read('ongoing'), await read('expired'), await read()];
	const [ongoing, expired, total] = [ongoingList, expiredList, whole].map((each) =>
		readCount(bodyOf(each).total),
	) as [number | null, number | null, number | null];
	if (ongoing === null || expired === null || total === null) return [notTried('total is not a number')];
	if (ongoing + expired === total) return [conforms];
	const isIgnored = JSON.stringify(bodyOf(ongoingList).events) === JSON.stringify(bodyOf(expiredList).events);
	if (!isIgnored && (total === ongoing || total === expired))
		return [leftOpen(`without status the list is that of ${total === ongoing ? 'ongoing' : 'expired'}`)];
	return [differs(`ongoing and expired to be ${total} together`, `${ongoing} + ${expired}`, whole)];
}

/** Judges that every event of these lists is in the city that they were read for. */
async function judgeCity(
	service: Service,
	filters: readonly Parameters<typeof listOf>[1][],
): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const filter of filters) {
		const list = await listOf(service, filter);
		// A filter that fails is judged by a check of its own.
		if (isFindings(list)) continue;
		const { locId } = await service.known();
		const loc = bodyOf(await service.read(operationPath('getLoc', { id: locId ?? '' })));
		const id = readText(loc.id) || locId;
		findings.push(
			...judgeEach(
				list,
				`loc_id ${show(id)}`,
				(event) => event.locId === id,
				(event) => `loc_id ${show(event.locId)}`,
			),
		);
	}
	return findings.length === 0 ? [notTried('no list could be read')] : findings;
}

export const filterChecks: readonly Check[] = [
	{
		id: 'listEvents.loc',
		section: '4.2',
		states: 'loc lists events of that city only',
		run: (service) => judgeCity(service, [{}]),
	},
	{
		id: 'listEvents.loc-with-type',
		section: '4.2',
		states: 'loc lists events of that city only, also beside type',
		run: (service) =>
			judgeCity(
				service,
				eventTypes.map((type) => ({ type })),
			),
	},
	{
		id: 'listEvents.loc-with-day_type',
		section: '4.2',
		states: 'loc lists events of that city only, also beside day_type',
		run: (service) =>
			judgeCity(
				service,
				dayTypes.map((day_type) => ({ day_type })),
			),
	},
	{
		id: 'listEvents.without-loc',
		section: '4.2',
		states: 'whether the event list needs a city is left open',
		run: async (service) => {
			const response = await service.read(operationPath('listEvents'));
			return response.status === 200
				? [leftOpen(`it does not: ${elementsOf(response, 'events').length} events on the first page`)]
				: judgeCode(response, []);
		},
	},
	...relationLists.flatMap((operation): Check[] => [
		...relationStatuses.map(
			(status): Check => ({
				id: `${operation}.status.${status}`,
				section: '4.2',
				states: `${operation} with status=${status} lists events that are ${status === 'expired' ? 'over' : 'not over'}`,
				run: (service) => judgeStatus(service, operation, status),
			}),
		),
		{
			id: `${operation}.status.sum`,
			section: '4.2',
			states: `${operation}: ongoing and expired together are all`,
			run: (service) => judgeStatusSum(service, operation),
		},
	]),
	...(['day_type', 'type', 'start', 'count'] as const).map(
		(parameter): Check => ({
			id: `listEvents.malformed.${parameter}`,
			section: '7',
			states: `whether a malformed ${parameter} fails, with its name, or is ignored is left open`,
			run: async (service) => {
				const { locId } = await service.known();
				const response = await service.read(
					operationPath('listEvents', { loc: locId ?? undefined, [parameter]: '-no-such-word-' }),
				);
				return response.status === 200 ? [leftOpen('ignored')] : judgeCode(response, [], parameter);
			},
		}),
	),
	{
		id: 'listParticipatedEvents.malformed.status',
		section: '7',
		states: 'whether a malformed status fails, with its name, or is ignored is left open',
		run: async (service) => {
			const { userId, why } = await service.known();
			if (userId === null) return [notTried(why)];
			const response = await service.read(
				operationPath('listParticipatedEvents', { id: userId, status: '-no-such-word-' }),
			);
			return response.status === 200 ? [leftOpen('ignored')] : judgeCode(response, [], 'status');
		},
	},
];
