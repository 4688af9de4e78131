/** Judges paging: whether `start` and `count` lead through a list, and whether total counts its elements (Spec §2.3). */
import type { ServiceResponse } from '../call.ts';
import { conforms, differs, type Finding, leftOpen, notTried, show, showResponse } from '../check.ts';
import { bodyOf } from '../fields.ts';
import type { Service } from '../service.ts';
import { elementsIn, idOf, isCounter, type List, pathOf } from './specified-lists.ts';

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
export async function judgeTotal(list: List, service: Service): Promise<Finding[]> {
	const found = await pathOf(list, service);
	if ('why' in found) return [notTried(found.why)];
	const first = await service.read(found.path);
	const { total } = bodyOf(first);
	const elements = elementsIn(list, first);
	if (first.status !== 200 || elements === null) return [notTried('the list has no elements to count')];
	const seen = new Set(elements.map(idOf));
	const fits = (): Finding =>
		seen.size === total
			? conforms
			: differs(`total ${seen.size}, the elements of all pages`, show(total), first);
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
	if (!isCounter(total)) return [notTried('total is not a number')];
	return seen.size > total ? [fits()] : [notTried(`${total} elements are too many to read`)];
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

export async function judgePaging(list: List, service: Service): Promise<Finding[]> {
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
			: [differs('start: 1, where the page starts', show(start), part)];
	}
	const countsFromOne = bodyOf(whole).start === 1;
	return start === 1 && !countsFromOne
		? [differs(`element ${show(ids[1])}, as start says`, show(sent.slice(0, 3)), part)]
		: [leftOpen(`start=1&count=1 returns ${sent.length} elements from ${show(start)}`)];
}
