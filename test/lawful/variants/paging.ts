/** Services that page differently than by `start` and `count` (gap register, `paging`). */
import { copyOf, isFields, type Middleware } from '../service/messages.ts';
import { isList, operationOf } from '../service/operation.ts';
import { rejectCall } from '../service/reject.ts';
import type { Variant } from '../variant.ts';
import { onRequest } from './changes.ts';

/** Applies only to lists. */
const onLists =
	(middleware: Middleware): Middleware =>
	(request, next) =>
		isList(operationOf(request)) ? middleware(request, next) : next(request);

/** Reads `count` of a request; 20 by default. */
const countOf = (query: URLSearchParams) => Number(query.get('count') ?? 20);

export const pagingVariants: readonly Variant[] = [
	{
		name: 'paging-ignored-first-page',
		does: '`start` and `count` are ignored: a list always has its first 20 elements.',
		gaps: ['paging'],
		forbids: ['further-pages'],
		create: () =>
			onLists(
				onRequest(({ query }) => {
					query.delete('start');
					query.delete('count');
				}),
			),
	},
	{
		name: 'paging-at-most-10',
		does: 'A page has at most 10 elements, however many were requested.',
		gaps: ['paging'],
		create: () =>
			onLists(
				onRequest(({ query }) => {
					if (!(countOf(query) <= 10)) query.set('count', '10');
				}),
			),
	},
	{
		name: 'paging-rejects-more-than-50',
		does: 'A `count` of more than 50 is rejected with 113.',
		gaps: ['paging'],
		operator: { pageSize: '50' },
		create: () =>
			onLists(async (request, next) =>
				countOf(request.query) > 50
					? rejectCall(request, next, 113, 'count should be at most 50')
					: next(request),
			),
	},
	{
		name: 'paging-rejects-unknown-names',
		does: 'Paging uses other parameters; `start` and `count` are rejected with 113 as unknown parameters.',
		gaps: ['paging'],
		operator: { pageSize: '0' },
		forbids: ['further-pages'],
		create: () =>
			onLists(async (request, next) => {
				const unknown = ['start', 'count'].find((name) => request.query.has(name));
				return unknown === undefined
					? next(request)
					: rejectCall(request, next, 113, `${unknown} is not known`);
			}),
	},
	{
		name: 'malformed-passed-over',
		does: 'A malformed parameter is ignored.',
		gaps: ['malformed-parameter'],
		create: () => async (request, next) => {
			const response = await next(copyOf(request));
			const rejected = isFields(response.body) && response.body.code === 113 ? String(response.body.msg) : '';
			const names = ['day_type', 'type', 'status', 'start', 'count', 'participate_date'];
			const name = names.find((each) => request.query.has(each) && rejected.includes(`: ${each} `));
			if (name === undefined) return response;
			const asked = copyOf(request);
			asked.query.delete(name);
			return next(asked);
		},
	},
];
