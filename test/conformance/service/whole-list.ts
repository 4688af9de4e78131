/** Reads the whole list behind a request, and responds with a page of it: for services that list or page differently. */
import {
	copyOf,
	type Fields,
	isFields,
	type Next,
	type ServiceRequest,
	type ServiceResponse,
} from './messages.ts';
import { operationOf } from './operation.ts';

const arrayNames = ['events', 'users', 'locs'] as const;

/** The name of a list's array; undefined for anything else. */
const arrayNameOf = (body: unknown): (typeof arrayNames)[number] | undefined =>
	isFields(body) ? arrayNames.find((name) => Array.isArray(body[name])) : undefined;

/**
 * Reads every page of the list that a request is for. Further pages of public lists are read without the token, so that
 * a call counts once towards its limits.
 *
 * @returns the first response, and the elements of all; none if it is not a list
 */
export async function readWhole(
	request: ServiceRequest,
	next: Next,
): Promise<{ response: ServiceResponse; all: Fields[] }> {
	const isPublic = ['listEvents', 'listLocs'].includes(operationOf(request) ?? '');
	const all: Fields[] = [];
	let first: ServiceResponse | undefined;
	for (;;) {
		const asked = copyOf(request, first !== undefined && isPublic ? { token: undefined } : {});
		asked.query.set('start', String(all.length));
		asked.query.set('count', '100');
		const response = await next(asked);
		first ??= response;
		const name = arrayNameOf(response.body);
		if (response.status !== 200 || name === undefined) return { response: first, all };
		const body = response.body as Fields;
		const page = (body[name] as Fields[]).filter(isFields);
		all.push(...page);
		if (page.length === 0 || all.length >= Number(body.total)) return { response: first, all };
	}
}

/** The response with the requested page of these elements instead of its own. */
export function withPage(
	response: ServiceResponse,
	elements: readonly Fields[],
	{ query }: ServiceRequest,
): ServiceResponse {
	const name = arrayNameOf(response.body);
	if (name === undefined) return response;
	const start = Number(query.get('start') ?? 0);
	const page = elements.slice(start, start + Number(query.get('count') ?? 20));
	return {
		...response,
		body: { ...(response.body as Fields), count: page.length, start, total: elements.length, [name]: page },
	};
}
