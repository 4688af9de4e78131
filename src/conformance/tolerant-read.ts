/** Reads responses with the tolerance of the client, to find what a check needs. What differs is judged elsewhere. */
import { UnreadableError } from '../contract/event/fields.ts';
import { type List, nextStart } from '../contract/event/lists.ts';
import type { OperationName, ParametersOf } from '../contract/spec/operations.ts';
import { operationPath } from '../contract/spec/operations.ts';
import type { ServiceResponse } from './call.ts';
import type { Service } from './service.ts';

/** What a reading function of the contract returns; null for what cannot be read. */
export function tryRead<Read>(read: (value: unknown) => Read, json: unknown): Read | null {
	try {
		return read(json);
	} catch (error) {
		if (error instanceof UnreadableError) return null;
		throw error;
	}
}

/** Page length where a check needs many elements. */
const longPage = 100;

/**
 * Reads a long page of a list, or one of the service's own length where the service rejects `count`: page sizes and names of
 * paging parameters are left open (Spec §4.2, §8).
 */
export async function readLongPage<Name extends OperationName>(
	service: Pick<Service, 'read'>,
	name: Name,
	input: ParametersOf<Name> & { id?: string },
): Promise<ServiceResponse> {
	const response = await service.read(operationPath(name, { ...input, count: longPage }));
	return response.status === 200 ? response : service.read(operationPath(name, input));
}

const maxPages = 30;

/** The elements of a list as far as paging leads. */
export interface WholeList<Item> {
	readonly items: readonly Item[];
	readonly total: number | null;
	/** False where the service has more elements than it sent. */
	readonly isComplete: boolean;
}

/** Reads every page of a list. @param readPage the response for a `start`. @returns null when the first cannot be read */
export async function readWholeList<Item extends { id: string }>(
	readPage: (start: number) => Promise<ServiceResponse>,
	readList: (value: unknown) => List<Item>,
): Promise<WholeList<Item> | null> {
	const pages: List<Item>[] = [];
	let start: number | undefined = 0;
	while (start !== undefined && pages.length < maxPages) {
		const response = await readPage(start);
		const page = response.status === 200 ? tryRead(readList, response.json) : null;
		if (page === null) break;
		pages.push(page);
		start = nextStart(pages, start);
	}
	const items = [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()];
	const total = pages.at(0)?.total ?? null;
	const isComplete = start === undefined && (total === null || items.length >= total);
	return pages.length === 0 ? null : { items, total, isComplete };
}
