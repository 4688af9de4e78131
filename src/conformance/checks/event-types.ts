/** Checks of type (Spec §4.2): every word is taken, and lists events of that type. */
import { eventTypeNumbers, eventTypes } from '../../contract/filters.ts';
import { operationPath } from '../../contract/operations.ts';
import { type Check, conforms, differs, leftOpen, notTried } from '../check.ts';
import { isFindings, judgeEach, listBody, listOf } from './filtered-list.ts';

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
	),
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
];
