/** Checks of the lists (Spec §2.3), the same for each of the seven operations that return one. */
import type { ServiceResponse } from '../call.ts';
import {
	type Check,
	conforms,
	differs,
	type Finding,
	leftOpen,
	notTried,
	show,
	showResponse,
} from '../check.ts';
import { type Body, bodyOf, fieldsOf, isRecord, judgeElement } from '../fields.ts';
import { judgePaging, judgeTotal } from './pages.ts';
import { readAgain } from './read-again.ts';
import { elementsIn, idOf, isCounter, type List, lists, pathOf, soften } from './specified-lists.ts';

type Judge = (body: Body, elements: readonly unknown[], response: ServiceResponse) => readonly Finding[];

/** Judges the first page of a list. */
function judged(list: List, judge: Judge): Check['run'] {
	return async (service) => {
		const found = await pathOf(list, service);
		if ('why' in found) return [notTried(found.why)];
		const response = await service.read(found.path);
		if (response.status !== 200) return [differs('HTTP status 200', showResponse(response), response)];
		if (typeof response.json !== 'object' || response.json === null)
			return [differs('a JSON object', showResponse(response), response)];
		if (list.name === 'listParticipants' && elementsIn(list, response) === null)
			return [leftOpen(`not a UserList: ${showResponse(response)}`)];
		return judge(bodyOf(response), elementsIn(list, response) ?? [], response);
	};
}

/** Elements of a list differ mostly in the same way: each field is reported once. */
function judgeElements(list: List, elements: readonly unknown[], response: ServiceResponse): Finding[] {
	const label = `${list.array}.[]`;
	const findings = elements.flatMap((element) => judgeElement(list.element, element, response, label));
	const byField = new Map<string, Finding>();
	for (const finding of findings)
		if (finding.verdict === 'differs' && !byField.has(finding.expected))
			byField.set(finding.expected, finding);
	return byField.size === 0 ? judgeBrevity(list, elements) : [...byField.values()];
}

/** Reports which fields no element has: a list may be brief. */
function judgeBrevity(list: List, elements: readonly unknown[]): Finding[] {
	const absent = Object.keys(fieldsOf[list.element]).filter(
		(name) => !elements.some((element) => isRecord(element) && name in element),
	);
	return elements.length === 0 || absent.length === 0
		? [conforms]
		: [leftOpen(`the elements leave out ${absent.join(', ')}`)];
}

/** Whether positions count from 0 or from 1 is not specified. */
function judgeStart(start: unknown, response: ServiceResponse): Finding {
	if (start === 0) return conforms;
	return start === 1 ? leftOpen('positions count from 1') : differs('start: 0', show(start), response);
}

export const listChecks: readonly Check[] = lists.flatMap((list): Check[] => [
	...(['count', 'start', 'total'] as const).map(
		(field): Check => ({
			id: `${list.name}.${field}`,
			section: '2.3',
			states: `${list.name} carries ${field} as a number`,
			run: judged(list, (body, _elements, response) =>
				soften(list, [
					isCounter(body[field]) ? conforms : differs(`${field}: a number`, show(body[field]), response),
				]),
			),
		}),
	),
	{
		id: `${list.name}.${list.array}`,
		section: '2.3',
		states: `${list.name} carries an array ${list.array} of elements as specified`,
		run: judged(list, (body, elements, response) =>
			soften(
				list,
				Array.isArray(body[list.array])
					? judgeElements(list, elements, response)
					: [differs(`${list.array}: an array`, show(body[list.array]), response)],
			),
		),
	},
	{
		id: `${list.name}.first-page`,
		section: '2.3',
		states: `${list.name} begins with the first element; total is at least the number of elements`,
		run: judged(list, (body, elements, response) =>
			soften(list, [
				judgeStart(body.start, response),
				!isCounter(body.total) || body.total >= elements.length
					? conforms
					: differs(`total of at least ${elements.length}`, String(body.total), response),
			]),
		),
	},
	{
		id: `${list.name}.unique`,
		section: '2.3',
		states: `${list.name} lists each element once`,
		run: judged(list, (_body, elements, response) => {
			const ids = elements.map(idOf);
			const repeated = ids.find((id, index) => id !== '' && ids.indexOf(id) !== index);
			return [repeated === undefined ? conforms : differs('each id once', `${repeated} twice`, response)];
		}),
	},
	{
		id: `${list.name}.count-meaning`,
		section: '2.3',
		states: `${list.name}: whether count is the number that was requested or sent is left open`,
		run: judged(list, (body, elements, response) => {
			const { count } = body;
			if (!isCounter(count)) return [notTried('count is not a number')];
			if (count === elements.length) return [leftOpen(`count ${count}, the number that was sent`)];
			if (count > elements.length)
				return [
					leftOpen(`count ${count} with ${elements.length} elements, so the number that was requested`),
				];
			return soften(list, [differs(`count of at least ${elements.length}`, String(count), response)]);
		}),
	},
	{
		id: `${list.name}.all-pages`,
		section: '2.3',
		states: `${list.name}: total is the number of elements over all pages`,
		run: async (service) => soften(list, await readAgain(service, () => judgeTotal(list, service))),
	},
	{
		id: `${list.name}.paging`,
		section: '4.2',
		states: `${list.name}: parameters for paging are left open; this project sends start and count`,
		run: async (service) => soften(list, await judgePaging(list, service)),
	},
]);
