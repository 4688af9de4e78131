/** Checks for lists (Spec §2.3, §4.2), the same for every operation that returns one. */
import type { OperationName } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import {
	type Check,
	check,
	conforms,
	Differs,
	differs,
	type Finding,
	type Findings,
	leftOpen,
	notTried,
	readAgain,
	show,
	showResponse,
} from '../check.ts';
import { eachOnce, requireOk } from '../judge.ts';
import { knownId, requiredStatus } from '../known.ts';
import { arrayOf, type Body, bodyOf, isRecord, type ListName } from '../read.ts';
import type { Service } from '../service.ts';
import { fieldsOf, judgeElement, type Resource } from './fields.ts';
import { judgePaging, judgeTotal, type Page, type PageReader, walk } from './paging.ts';

interface List {
	readonly name: OperationName;
	readonly array: ListName;
	readonly element: Resource;
	/** Which known id the call takes as a parameter. */
	readonly by: 'eventId' | 'locId' | 'userId' | null;
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

const pagesOf =
	({ name, array, by }: List, service: Service): PageReader =>
	async (page = {}) => {
		const id = by === null ? '' : await knownId(service, by);
		const input = by === 'locId' ? { loc: id } : { id, status: await requiredStatus(service, name, id) };
		const response = await service.read(name, { ...input, ...page });
		return { response, elements: arrayOf(response, array) };
	};

/** Elements of a list usually differ in the same way, so each field is reported once. */
function judgeElements(list: List, pages: readonly Page[]): Finding[] {
	const label = `${list.array}.[]`;
	const judge = ({ elements, response }: Page) =>
		(elements ?? []).flatMap((each) => judgeElement(list.element, each, response, label));
	const found = eachOnce(pages.flatMap(judge));
	if (found.length > 0) return found;
	const all = pages.flatMap(({ elements }) => elements ?? []);
	const absent = Object.keys(fieldsOf[list.element]).filter(
		(name) => !all.some((element) => isRecord(element) && name in element),
	);
	// The specification leaves open whether elements have every field.
	return all.length === 0 || absent.length === 0
		? [conforms]
		: [leftOpen(`the elements leave out ${absent.join(', ')}`)];
}

const isCounter = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** Whether positions count from 0 or from 1 is not specified. */
function judgeStart(start: unknown, response: ServiceResponse): Finding {
	if (start === 0) return conforms;
	return start === 1 ? leftOpen('positions count from 1') : differs('start: 0', show(start), response);
}

function judgeCount(count: unknown, { length }: readonly unknown[], response: ServiceResponse): Finding {
	if (!isCounter(count)) return notTried('count is not a number');
	if (count === length) return leftOpen(`count ${count}, the number that was sent`);
	return count > length
		? leftOpen(`count ${count} with ${length} elements, so the number that was requested`)
		: differs(`count of at least ${length}`, String(count), response);
}

function checksOf(list: List): Check[] {
	const { name, array } = list;
	/** The specification leaves the body of participants open, so differences become `open`. */
	const soften = (found: Findings): Finding[] =>
		[found]
			.flat()
			.map((finding) =>
				name === 'listParticipants' && finding.verdict === 'differs'
					? leftOpen(`not a UserList: expected ${finding.expected}, got ${finding.got}`)
					: finding,
			);
	const ofFirstPage = (
		id: string,
		states: string,
		judge: (
			body: Body,
			elements: readonly unknown[],
			response: ServiceResponse,
			read: PageReader,
		) => Findings | Promise<Findings>,
	) =>
		check('2.3', `${name}.${id}`, `${name} ${states}`, async (service) => {
			const read = pagesOf(list, service);
			const { response, elements } = await read();
			requireOk(response);
			if (typeof response.json !== 'object' || response.json === null)
				throw new Differs('a JSON object', response);
			if (name === 'listParticipants' && elements === null)
				return leftOpen(`not a UserList: ${showResponse(response)}`);
			return soften(await judge(bodyOf(response), elements ?? [], response, read));
		});
	return [
		...(['count', 'start', 'total'] as const).map((field) =>
			ofFirstPage(field, `carries ${field} as a number`, (body, _elements, response) =>
				isCounter(body[field]) ? conforms : differs(`${field}: a number`, show(body[field]), response),
			),
		),
		ofFirstPage(array, `carries ${array} as specified`, async (body, elements, response, read) =>
			Array.isArray(body[array])
				? judgeElements(list, [{ response, elements }, ...((await walk(read))?.pages ?? [])])
				: differs(`${array}: an array`, show(body[array]), response),
		),
		ofFirstPage('first-page', 'begins with the first element', ({ start, total }, { length }, response) => [
			judgeStart(start, response),
			!isCounter(total) || total >= length
				? conforms
				: differs(`total of at least ${length}`, String(total), response),
		]),
		ofFirstPage('count-meaning', 'has the requested or sent count', ({ count }, elements, response) =>
			judgeCount(count, elements, response),
		),
		check('2.3', `${name}.all-pages`, `${name}: total counts all pages`, async (service) =>
			soften(await readAgain(service, () => judgeTotal(pagesOf(list, service)))),
		),
		check('4.2', `${name}.paging`, `${name} may take start and count`, async (service) =>
			soften(await readAgain(service, () => judgePaging(pagesOf(list, service)))),
		),
	];
}

export const listChecks = lists.flatMap(checksOf);
