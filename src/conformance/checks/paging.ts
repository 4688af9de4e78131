/** Checks whether `start` and `count` page through a list, and whether `total` counts its elements (Spec §2.3). */
import type { RelationStatus } from '../../contract/spec/filters.ts';
import type { OperationName } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import { conforms, differs, type Finding, leftOpen, notTried, show, showResponse } from '../check.ts';
import { longPage } from '../known.ts';
import { bodyOf, idOf, readCount } from '../read.ts';
import type { Service } from '../service.ts';

export interface Page {
	readonly response: ServiceResponse;
	readonly elements: readonly unknown[] | null;
}
export type PageReader = (page?: { start?: number; count?: number }) => Promise<Page>;

const idsOf = ({ elements }: Page): string[] => (elements ?? []).map(idOf);

/** Reads a page from a position, with the service's default length if it rejects a long one. */
async function readFrom(read: PageReader, start: number): Promise<Page> {
	const long = await read({ start, count: longPage });
	if (long.response.status === 200) return long;
	return read(start === 0 ? {} : { start });
}

export interface WholeList {
	readonly ids: ReadonlySet<string>;
	readonly total: number | null;
	/** False if the service has more elements than it sent. */
	readonly isComplete: boolean;
}

interface Walk extends WholeList {
	readonly pages: readonly Page[];
	/** Elements that came more than once before `total` was reached. */
	readonly repeated: ReadonlySet<string>;
	/** Why reading ended: no new elements, or a rejection at the end; an unreadable page; or too many pages. */
	readonly end: 'no more' | 'unreadable' | 'too many';
}

/**
 * The elements of a page that earlier pages had. Ignores an overlap of the page's beginning with their end: if the
 * service hides elements, pages overlap, since each is requested from the number of elements so far.
 */
function repeatedIn(page: readonly string[], before: ReadonlySet<string>): string[] {
	const known = page.findIndex((id) => !before.has(id));
	const common = known === -1 ? page : page.slice(0, known);
	const overlaps = [...before].slice(before.size - common.length).join('\n') === common.join('\n');
	const from = overlaps ? common.length : 0;
	return page.filter((id, index) => (index >= from && before.has(id)) || page.indexOf(id) < index);
}

/** Reads page after page, also beyond `total`, which may be an estimate. @returns null if the first can't be read */
export async function walk(read: PageReader, maxPages = 10): Promise<Walk | null> {
	const [ids, repeated] = [new Set<string>(), new Set<string>()];
	const pages: Page[] = [];
	let [total, base, asked]: [number | null, number, number] = [null, 0, 0];
	const ended = (end: Walk['end']): Walk => {
		const isComplete = end === 'no more' && (total === null || ids.size >= total);
		return { ids, pages, total, repeated, isComplete, end };
	};
	for (let page = 0; page < maxPages; page += 1) {
		const { response, elements } = await readFrom(read, asked);
		const { status } = response;
		const isInList = total === null || asked < base + total;
		if (page > 0 && !isInList && status >= 400 && status < 500) return ended('no more');
		if (status !== 200 || elements === null) return page === 0 ? null : ended('unreadable');
		pages.push({ response, elements });
		const body = bodyOf(response);
		const [start, before] = [readCount(body.start), ids.size];
		// A service may count positions from 0 or from 1.
		if (page === 0) [total, base] = [readCount(body.total), start === 1 ? 1 : 0];
		const isAskedFor = start === null || start === asked || (page === 0 && start === base);
		const sent = elements.map(idOf).filter((id) => id !== '');
		if (isAskedFor && isInList) for (const id of repeatedIn(sent, ids)) repeated.add(id);
		for (const id of sent) ids.add(id);
		asked = Math.max(asked, base) + elements.length;
		// A page without new elements is the end, even if the service starts over.
		if (ids.size === before || !isAskedFor) return ended('no more');
	}
	return ended('too many');
}

/** Reads every page of a list with the token. @returns null if the first page can't be read */
export async function readWholeList(
	service: Service,
	name: OperationName,
	input: { readonly id: string; readonly status?: RelationStatus | undefined },
	elementsOf: (response: ServiceResponse) => readonly unknown[] | null,
): Promise<WholeList | null> {
	const { access: token } = service.tokens;
	const read: PageReader = async (page) => {
		const response = await service.send(name, { ...input, ...page }, { token });
		return { response, elements: elementsOf(response) };
	};
	return walk(read, 30);
}

export async function judgeTotal(read: PageReader): Promise<Finding> {
	const { response } = await read();
	const whole = await walk(read);
	if (whole === null) return notTried('the list has no elements to count');
	const { size } = whole.ids;
	const { total: sent } = bodyOf(response);
	// A separate check reports a total that is not a number.
	const total = readCount(sent);
	const some = [...whole.repeated].slice(0, 3).join(', ');
	const repeats = `${whole.repeated.size} came more than once (${some}): repeated in the list, or its order changes between pages`;
	if (size === total) {
		const isOther = ({ elements, response: page }: Page) => elements?.length && bodyOf(page).total !== sent;
		const other = whole.pages.find(isOther)?.response;
		if (other === undefined) return whole.repeated.size === 0 ? conforms : leftOpen(repeats);
		return differs(`total ${total} on every page`, show(bodyOf(other).total), other);
	}
	if (total === null || size > total)
		return differs(`total ${size}, the elements of all pages`, show(sent), response);
	// Whether a page beyond the end is empty or an error is not specified.
	if (whole.end === 'unreadable') return leftOpen(`the page from ${size} on cannot be read`);
	if (whole.end === 'too many') return notTried(`${total} elements are too many to read`);
	const why = whole.repeated.size > 0 ? repeats : 'an estimate, or the service hides some or does not page';
	return leftOpen(`total ${total} with ${size} elements: ${why}`);
}

export async function judgePaging(read: PageReader): Promise<Finding> {
	const [whole, part] = [await read(), await read({ start: 1, count: 1 })];
	const ids = idsOf(whole);
	if (ids.length < 2) return notTried('fewer than two elements');
	if (part.response.status !== 200) return leftOpen(`start=1&count=1: ${showResponse(part.response)}`);
	const { start } = bodyOf(part.response);
	const sent = idsOf(part);
	if (sent[0] === ids[1]) {
		if (start !== 1) return differs('start: 1, where the page starts', show(start), part.response);
		return leftOpen(
			sent.length === 1 ? 'start and count, from 0' : `start, from 0; ${sent.length} elements for count=1`,
		);
	}
	const countsFromOne = bodyOf(whole.response).start === 1;
	// The specification promises no order, so `start` has no effect only if pages from several positions begin with the
	// same element. One position isn't enough: from 1, a service sends that element if it hides the one before.
	const isFirst = (page: Page) => idsOf(page)[0] === ids[0];
	const isIgnored = isFirst(part) && isFirst(await read({ start: ids.length, count: 1 }));
	return start === 1 && !countsFromOne && isIgnored
		? differs(`element ${show(ids[1])}, as start says`, show(sent.slice(0, 3)), part.response)
		: leftOpen(`start=1&count=1 returns ${sent.length} elements from ${show(start)}`);
}
