/** Checks of type (Spec §4.2): every word is accepted, and lists events of that type. */
import { eventTypeNumbers, eventTypes } from '../../contract/spec/filters.ts';
import { type Check, conforms, differs, type Finding, leftOpen, notTried, show } from '../check.ts';
import type { Service } from '../service.ts';
import { type FilteredList, isFindings, judgeEach, listOf } from './filtered-list.ts';

const types = eventTypes.filter((type) => type !== 'all');

/** Events of a type are no more than all, and none says that it is of another type of the specification. */
function judgeType(type: string, list: FilteredList, all: FilteredList): Finding[] {
	const findings = judgeEach(
		list,
		`events of ${type}`,
		(event) => event.type === type || !types.some((each) => each === event.type),
		(event) => String(event.type),
	);
	const [total, max] = [list.list.total, all.list.total];
	return total !== null && max !== null && total > max
		? [...findings, differs(`no more than the ${max} of all types`, String(total), list.response)]
		: findings;
}

/** Two types that list the same one or two events may do so by chance, since an event can be of two types. */
const fewestAlike = 3;

/** Judges that no type is answered with the list of another one; that all are, is judged by `listEvents.type.distinct`. */
async function judgeApart(service: Service): Promise<Finding[]> {
	const all = await listOf(service, {});
	const seen = new Map<string, string>();
	for (const type of types) {
		const list = await listOf(service, { type });
		if (isFindings(list) || list.list.items.length < fewestAlike) continue;
		if (!isFindings(all) && list.list.total === all.list.total) continue;
		const ids = JSON.stringify(list.list.items.map(({ id }) => id).sort());
		const other = seen.get(ids);
		if (other !== undefined)
			return [
				differs(`other events than those of ${other}`, `the same ${list.list.items.length}`, list.response),
			];
		seen.set(ids, type);
	}
	return seen.size < 2 ? [notTried('fewer than two types have events to compare')] : [conforms];
}

export const eventTypeChecks: readonly Check[] = [
	...eventTypes.map(
		(type): Check => ({
			id: `listEvents.type.${type}`,
			section: '4.2',
			states:
				type === 'all' ? 'type=all lists events of every type' : `type=${type} lists events of that type`,
			run: async (service) => {
				const [list, all] = [await listOf(service, { type }), await listOf(service, {})];
				if (isFindings(list)) return list;
				if (isFindings(all)) return all;
				if (type !== 'all') return judgeType(type, list, all);
				return [
					list.list.total === all.list.total
						? conforms
						: differs(`total ${show(all.list.total)}, as without type`, show(list.list.total), list.response),
				];
			},
		}),
	),
	{
		id: 'listEvents.type.distinct',
		section: '4.2',
		states: 'type filters: not every type lists all events',
		run: async (service) => {
			const all = await listOf(service, {});
			if (isFindings(all)) return all;
			const { total } = all.list;
			if (total === null || total === 0) return [notTried('the city has no events to count')];
			for (const type of types) {
				const list = await listOf(service, { type });
				if (isFindings(list)) return list;
				if (list.list.total !== total) return [conforms];
			}
			return [differs('types that list different events', `${total} events for every type`, all.response)];
		},
	},
	{
		id: 'listEvents.type.apart',
		section: '4.2',
		states: 'two types do not list the very same events',
		run: judgeApart,
	},
	{
		id: 'listEvents.type.number',
		section: '4.2',
		states: 'a number may be used in place of the word of a type; which one is left open',
		run: async (service) => {
			const descriptions: string[] = [];
			for (const type of types) {
				const number = eventTypeNumbers[type];
				const [byNumber, byWord] = [await listOf(service, { type: number }), await listOf(service, { type })];
				if (isFindings(byNumber)) descriptions.push(`${number}: no list`);
				else if (isFindings(byWord) || byWord.list.total !== byNumber.list.total)
					descriptions.push(`${number}: not the events of ${type}`);
				else descriptions.push(`${number} ${type}`);
			}
			return [leftOpen(descriptions.join(', '))];
		},
	},
];
