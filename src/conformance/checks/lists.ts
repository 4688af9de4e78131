/** Checks of the lists (Spec §2.3), the same for each of the seven operations that return one. */
import { readText } from '../../contract/event/fields.ts';
import { type OperationName, operationPath } from '../../contract/spec/operations.ts';
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
import { type Body, bodyOf, isRecord, judgeResource, type Resource } from '../fields.ts';
import type { Known, Service } from '../service.ts';

interface List {
	readonly name: OperationName;
	readonly array: 'events' | 'users' | 'locs';
	readonly element: Resource;
	/** Which of the known identifiers the call needs. */
	readonly by: Exclude<keyof Known, 'why'> | null;
}

const lists: readonly List[] = [
	{ name: 'listEvents', array: 'events', element: 'event', by: 'locId' },
	{ name: 'listCreatedEvents', array: 'events', element: 'event', by: 'userId' },
	{ name: 'listParticipatedEvents', array: 'events', element: 'event', by: 'userId' },
	{ name: 'listWishedEvents', array: 'events', element: 'event', by: 'userId' },
	{ name: 'listParticipants', array: 'users', element: 'user', by: 'eventId' },
	{ name: 'listWishers', array: 'users', element: 'user', by: 'eventId' },
	{ name: 'listLocs', array: 'locs', element: 'loc', by: null },
];

/** Path of a list here, with paging; the reason when there is nothing to call it about. */
async function pathOf({ name, by }: List, service: Service, page: Readonly<Record<string, number>> = {}) {
	const known = await service.known();
	const id = by === null ? '' : known[by];
	if (id === null) return { why: known.why };
	return { path: operationPath(name, { ...(by === 'locId' ? { loc: id } : { id }), ...page }) };
}

const elementsIn = ({ array }: List, response: ServiceResponse): readonly unknown[] | null => {
	const elements = bodyOf(response)[array];
	return Array.isArray(elements) ? elements : null;
};

const idOf = (element: unknown): string => (isRecord(element) ? readText(element.id) : '');

type Judge = (body: Body, elements: readonly unknown[], response: ServiceResponse) => Finding[];

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

const isCounter = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** The specification leaves the body of participants open, so nothing about it differs. */
const soften = ({ name }: List, findings: Finding[]): Finding[] =>
	name !== 'listParticipants'
		? findings
		: findings.map((finding) =>
				finding.verdict === 'differs'
					? leftOpen(`not a UserList: expected ${finding.expected}, got ${finding.got}`)
					: finding,
			);

/** Elements of a list differ mostly in the same way: each field is reported once. */
function judgeElements(list: List, elements: readonly unknown[], response: ServiceResponse): Finding[] {
	const label = `${list.array}.[]`;
	const findings = elements.flatMap((element) => judgeResource(list.element, element, response, label));
	const byField = new Map<string, Finding>();
	for (const finding of findings)
		if (finding.verdict === 'differs' && !byField.has(finding.expected))
			byField.set(finding.expected, finding);
	return byField.size === 0 ? [conforms] : [...byField.values()];
}

export const listChecks: readonly Check[] = lists.flatMap((list): Check[] => [
	...(['count', 'start', 'total'] as const).map(
		(field): Check => ({
			id: `${list.name}.${field}`,
			section: '2.3',
			states: `${list.name} carries ${field} as a number`,
			run: judged(list, (body, _elements, response) =>
				soften(list, [
					isCounter(body[field]) ? conforms : differs(`${field}: a number`, body[field], response),
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
					: [differs(`${list.array}: an array`, body[list.array], response)],
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
					: differs(`total of at least ${elements.length}`, body.total, response),
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
			return soften(list, [differs(`count of at least ${elements.length}`, count, response)]);
		}),
	},
	{
		id: `${list.name}.all-pages`,
		section: '2.3',
		states: `${list.name}: total is the number of elements over all pages`,
		run: async (service) => soften(list, await judgeTotal(list, service)),
	},
	{
		id: `${list.name}.paging`,
		section: '4.2',
		states: `${list.name}: parameters for paging are left open; this project sends start and count`,
		run: async (service) => soften(list, await judgePaging(list, service)),
	},
]);

/** Whether positions count from 0 or from 1 is not specified. */
function judgeStart(start: unknown, response: ServiceResponse): Finding {
	if (start === 0) return conforms;
	return start === 1 ? leftOpen('positions count from 1') : differs('start: 0', start, response);
}

const pageLength = 100;
const maxPages = 10;

/** Whether `start` is the position of an element here: `start=1` then leads to the second element. */
async function isPagedByPosition(list: List, service: Service): Promise<boolean> {
	const [first, second] = [await pathOf(list, service), await pathOf(list, service, { start: 1, count: 1 })];
	if ('why' in first || 'why' in second) return false;
	const whole = elementsIn(list, await service.read(first.path)) ?? [];
	const part = elementsIn(list, await service.read(second.path)) ?? [];
	return whole.length > 1 && part.length > 0 && idOf(part[0]) === idOf(whole[1]);
}

/** Reads the pages, as far as `start` and `count` lead, and compares the number of elements with total. */
async function judgeTotal(list: List, service: Service): Promise<Finding[]> {
	const found = await pathOf(list, service);
	if ('why' in found) return [notTried(found.why)];
	const first = await service.read(found.path);
	const { total } = bodyOf(first);
	const elements = elementsIn(list, first);
	if (first.status !== 200 || elements === null) return [notTried('the list has no elements to count')];
	const seen = new Set(elements.map(idOf));
	const fits = (): Finding =>
		seen.size === total ? conforms : differs(`total ${seen.size}, the elements of all pages`, total, first);
	if (!(await isPagedByPosition(list, service))) {
		if (seen.size === total) return [conforms];
		// Without paging there is only this page; a list of no or one element has no second one to try it with.
		return elements.length < 2 && isSmall(total)
			? [fits()]
			: [leftOpen(`${seen.size} elements with total ${show(total)}; start and count lead to no others`)];
	}
	for (let page = 0; page < maxPages; page += 1) {
		const before = seen.size;
		const response = await readPage(list, service, before);
		const more = response?.status === 200 ? (elementsIn(list, response) ?? []) : null;
		// Whether a page beyond the end is empty or an error is not specified.
		if (more === null) return isCounter(total) && before < total ? [unreadable(before)] : [fits()];
		for (const element of more) seen.add(idOf(element));
		// A page without new elements is the end, also where the service begins again.
		if (seen.size === before) return [fits()];
	}
	return seen.size > Number(total) ? [fits()] : [notTried(`${show(total)} elements are too many to read`)];
}

const unreadable = (start: number): Finding => leftOpen(`the page from ${start} on cannot be read`);

/** A page from a position on, with the service's own length where it rejects a long one. */
async function readPage(list: List, service: Service, start: number): Promise<ServiceResponse | null> {
	for (const page of [{ start, count: pageLength }, { start }]) {
		const found = await pathOf(list, service, page);
		if ('why' in found) return null;
		const response = await service.read(found.path);
		if (response.status === 200) return response;
	}
	return null;
}

/** A total that one page of any length would hold. */
const isSmall = (total: unknown): boolean => !isCounter(total) || total <= 2;

async function judgePaging(list: List, service: Service): Promise<Finding[]> {
	const [first, second] = [await pathOf(list, service), await pathOf(list, service, { start: 1, count: 1 })];
	if ('why' in first) return [notTried(first.why)];
	if ('why' in second) return [notTried(second.why)];
	const [whole, part] = [await service.read(first.path), await service.read(second.path)];
	const ids = (elementsIn(list, whole) ?? []).map(idOf);
	if (ids.length < 2) return [notTried('fewer than two elements')];
	if (part.status !== 200) return [leftOpen(`start=1&count=1: ${showResponse(part)}`)];
	const { start } = bodyOf(part);
	const sent = (elementsIn(list, part) ?? []).map(idOf);
	if (sent[0] === ids[1]) {
		return start === 1
			? [
					leftOpen(
						sent.length === 1
							? 'start and count, from 0'
							: `start, from 0; ${sent.length} elements for count=1`,
					),
				]
			: [differs('start: 1, where the page starts', start, part)];
	}
	const countsFromOne = bodyOf(whole).start === 1;
	return start === 1 && !countsFromOne
		? [differs('the second element, as start says', sent.slice(0, 3).join(', '), part)]
		: [leftOpen(`start=1&count=1 returns ${sent.length} elements from ${show(start)}`)];
}
