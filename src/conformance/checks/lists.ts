/** Checks of the list answers (Spec §2.3), the same for each of the seven operations that return one. */
import { type OperationName, operationPath } from '../../contract/operations.ts';
import { resourceSchemas } from '../../contract/resources.ts';
import type { Answer } from '../call.ts';
import { type Check, conforms, differs, type Finding, leftOpen, notTried, showAnswer } from '../check.ts';
import type { Known, Service } from '../service.ts';
import { judgeShape } from '../shape.ts';

interface List {
	readonly name: OperationName;
	readonly array: 'events' | 'users' | 'locs';
	readonly schema: (typeof resourceSchemas)['EventList' | 'UserList' | 'LocList'];
	/** Which of the known identifiers the path needs. */
	readonly by: keyof Known | null;
}

const list = (name: OperationName, array: List['array'], by: List['by']): List => ({
	name,
	array,
	by,
	schema: resourceSchemas[({ events: 'EventList', users: 'UserList', locs: 'LocList' } as const)[array]],
});

const lists: readonly List[] = [
	list('listEvents', 'events', 'locId'),
	list('listCreatedEvents', 'events', 'userId'),
	list('listParticipatedEvents', 'events', 'userId'),
	list('listWishedEvents', 'events', 'userId'),
	list('listParticipants', 'users', 'eventId'),
	list('listWishers', 'users', 'eventId'),
	list('listLocs', 'locs', null),
];

/** The address of a list here, with paging; undefined when nothing is known to ask it of. */
async function addressOf({ name, by }: List, service: Service, page: Record<string, number> = {}) {
	const known = await service.known();
	const id = by === null ? '' : known[by];
	if (id === null) return undefined;
	return operationPath(name, { ...(by === 'locId' ? { loc: id } : { id }), ...page });
}

type Judge = (
	body: Readonly<Record<string, unknown>>,
	elements: readonly unknown[],
	answer: Answer,
) => Finding[];

function judged(each: List, judge: Judge, page?: Record<string, number>): Check['run'] {
	return async (service) => {
		const path = await addressOf(each, service, page);
		if (path === undefined) return [notTried('the service listed nothing to ask this of')];
		const answer = await service.read(path);
		if (answer.status !== 200) return [differs('HTTP status 200', showAnswer(answer))];
		if (typeof answer.json !== 'object' || answer.json === null)
			return [differs('a JSON object', showAnswer(answer))];
		const body = answer.json as Record<string, unknown>;
		const elements = body[each.array];
		return judge(body, Array.isArray(elements) ? elements : [], answer);
	};
}

const isCounter = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** The body of the specification leaves the participants' shape open: what differs there is only told. */
const soften = ({ name }: List, findings: Finding[]): Finding[] =>
	name !== 'listParticipants'
		? findings
		: findings.map((finding) =>
				finding.verdict === 'differs'
					? leftOpen(`not a UserList: ${finding.expected}, got ${finding.got}`)
					: finding,
			);

export const listChecks: readonly Check[] = lists.flatMap((each): Check[] => [
	...(['count', 'start', 'total'] as const).map(
		(field): Check => ({
			id: `${each.name}.${field}`,
			section: '2.3',
			states: `${each.name} carries ${field} as a number`,
			run: judged(each, (body) =>
				soften(each, [isCounter(body[field]) ? conforms : differs(`${field}: a number`, body[field])]),
			),
		}),
	),
	{
		id: `${each.name}.${each.array}`,
		section: '2.3',
		states: `${each.name} carries an array ${each.array} of elements as specified`,
		run: judged(each, (body) => {
			if (!Array.isArray(body[each.array]))
				return soften(each, [differs(`${each.array}: an array`, body[each.array])]);
			const elements = judgeShape(body, each.schema);
			return soften(
				each,
				elements.filter(
					(finding) => finding.verdict !== 'differs' || !/^(count|start|total): /.test(finding.expected),
				),
			);
		}),
	},
	{
		id: `${each.name}.first-page`,
		section: '2.3',
		states: `${each.name} starts at 0 and total covers what is listed`,
		run: judged(each, (body, elements) =>
			soften(each, [
				body.start === 0 ? conforms : differs('start 0', body.start),
				Number(body.total) >= elements.length
					? conforms
					: differs(`total of at least ${elements.length}`, body.total),
			]),
		),
	},
	{
		id: `${each.name}.unique`,
		section: '2.3',
		states: `${each.name} lists each element once`,
		run: judged(each, (_body, elements) => {
			const ids = elements.map((element) => String((element as { id?: unknown } | null)?.id));
			const twice = ids.find((id, index) => ids.indexOf(id) !== index);
			return [twice === undefined ? conforms : differs('each id once', `${twice} twice`)];
		}),
	},
	{
		id: `${each.name}.count-meaning`,
		section: '2.3',
		states: `${each.name}: whether count is what was asked for or what came is left open`,
		run: judged(each, (body, elements) => {
			if (body.count === elements.length) return [leftOpen(`count ${body.count}, the elements that came`)];
			if (isCounter(body.count) && body.count > elements.length)
				return [leftOpen(`count ${body.count} with ${elements.length} elements, so what was asked for`)];
			return soften(each, [differs(`count of at least ${elements.length}`, body.count)]);
		}),
	},
	{
		id: `${each.name}.all-pages`,
		section: '2.3',
		states: `${each.name}: total is the number of elements over all pages`,
		run: async (service) => judgeTotal(each, service),
	},
	{
		id: `${each.name}.paging`,
		section: '4.2',
		states: `${each.name}: parameters for paging are left open; start and count are what this project sends`,
		run: async (service) => judgePaging(each, service),
	},
]);

const pageSize = 100;
const pagesToRead = 5;

/** Reads the pages, where paging by start and count works, and compares their elements with total. */
async function judgeTotal(each: List, service: Service): Promise<Finding[]> {
	const seen = new Set<string>();
	let total: unknown;
	for (let page = 0; page < pagesToRead; page += 1) {
		const path = await addressOf(each, service, { start: seen.size, count: pageSize });
		if (path === undefined) return [notTried('the service listed nothing to ask this of')];
		const answer = await service.read(path);
		const body = (answer.json ?? {}) as Record<string, unknown>;
		const elements = body[each.array];
		if (answer.status !== 200 || !Array.isArray(elements))
			return [leftOpen(`not read by start and count: ${showAnswer(answer)}`)];
		const before = seen.size;
		for (const element of elements) seen.add(String((element as { id?: unknown } | null)?.id));
		total = body.total;
		// A page without anything new is the end, also where a service passes start over.
		if (seen.size === before) return judgeSum(each, seen.size, total);
	}
	return seen.size > Number(total)
		? judgeSum(each, seen.size, total)
		: [notTried(`${total} are too many to read`)];
}

const judgeSum = (each: List, sum: number, total: unknown): Finding[] =>
	sum === total ? [conforms] : soften(each, [differs(`total ${sum}, the elements of all pages`, total)]);

async function judgePaging(each: List, service: Service): Promise<Finding[]> {
	const first = await addressOf(each, service);
	const second = await addressOf(each, service, { start: 1, count: 1 });
	if (first === undefined || second === undefined)
		return [notTried('the service listed nothing to ask this of')];
	const idsOf = (answer: Answer) => {
		const elements = (answer.json as Record<string, unknown> | undefined)?.[each.array];
		return Array.isArray(elements) ? elements.map((element) => (element as { id?: unknown } | null)?.id) : [];
	};
	const [whole, part] = [await service.read(first), await service.read(second)];
	if (idsOf(whole).length < 2) return [notTried('fewer than two elements')];
	if (part.status !== 200) return [leftOpen(`start=1&count=1: ${showAnswer(part)}`)];
	const { start } = (part.json ?? {}) as { start?: unknown };
	const came = idsOf(part);
	if (came.length === 1 && came[0] === idsOf(whole)[1]) {
		return start === 1
			? [leftOpen('start and count, from 0')]
			: [differs('start: 1, where the page starts', start)];
	}
	return start === 1
		? [differs('the page that start names: the second element', came.slice(0, 3).join(', '))]
		: [leftOpen(`start=1&count=1 gives ${came.length} elements from ${start}`)];
}
