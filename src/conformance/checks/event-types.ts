/** Checks for `type` (Spec §4.2): every value is accepted, and lists events of that type. */
import { eventTypes, listedTypes } from '../../contract/spec/filters.ts';
import { NotJudged } from '../call.ts';
import { check, conforms, differs, expectEqual, type Finding, leftOpen, show } from '../check.ts';
import { judgeCode } from '../judge.ts';
import type { Service } from '../service.ts';
import { type FilteredList, judgeEach, listOf, requireList } from './filters.ts';

/** Checks that a type has no more events than all types together, and that none of its events has another type. */
async function judgeType(service: Service, type: string): Promise<Finding[]> {
	const [list, all] = [await listOf(service, { type }), await listOf(service, {})];
	requireList(list);
	requireList(all);
	const { response, total } = list;
	if (type === 'all') return [expectEqual('as without type, total', total, all.total, response)];
	const isOther = (other: string) => other !== type && listedTypes.some((each) => each === other);
	return [
		judgeEach(
			list,
			`events of ${type}`,
			(event) => !isOther(event.type),
			(event) => event.type,
		),
		total !== null && all.total !== null && total > all.total
			? differs(`no more than the ${all.total} of all types`, String(total), response)
			: conforms,
	];
}

async function judgeDistinct(service: Service): Promise<Finding> {
	const all = await listOf(service, {});
	requireList(all);
	if (all.total === null || all.total === 0) throw new NotJudged('the city has no events to count');
	const lists: FilteredList[] = [];
	for (const type of listedTypes) lists.push(await listOf(service, { type }));
	lists.forEach(requireList);
	const totals = new Set(lists.map(({ total }) => total));
	const [only] = totals;
	if (totals.size > 1 || (only !== all.total && only !== 0)) return conforms;
	const got = `${only} of ${all.total} events for every type`;
	const idsOf = ({ events }: FilteredList) => JSON.stringify(events.map(({ id }) => id).toSorted());
	const filtered = lists.find((list) => list.events.length > 0 && idsOf(list) !== idsOf(all));
	return filtered === undefined
		? differs('types that list different events', got, all.response)
		: differs('total of the events of the type', `${got}, although their lists differ`, filtered.response);
}

export const eventTypeChecks = [
	...eventTypes.map((type) => {
		const lists = type === 'all' ? 'events of every type' : 'events of that type';
		return check('4.2', `listEvents.type.${type}`, `type=${type} lists ${lists}`, (service) =>
			judgeType(service, type),
		);
	}),
	check('4.2', 'listEvents.type.distinct', 'not every type lists all events, or none', judgeDistinct),
	check('4.2', 'listEvents.type.number', 'type may be a number; which is left open', async (service) => {
		const { response, total } = await listOf(service, { type: '1' });
		return response.status === 200 ? leftOpen(`type=1 lists ${show(total)} events`) : judgeCode(response, []);
	}),
];
