/** Services that page in another way than by `start` and `count` (gap register, `paging`). */
import { copyOf, isFields, type Middleware } from '../service/messages.ts';
import { isList, operationOf } from '../service/operation.ts';
import { rejectCall } from '../service/reject.ts';
import { readWhole, withPage } from '../service/whole-list.ts';
import type { Variant } from '../variant.ts';

/** Applies to lists alone. */
const onLists =
	(middleware: Middleware): Middleware =>
	(request, next) =>
		isList(operationOf(request)) ? middleware(request, next) : next(request);

/** Reads `count` of a request; 20 by default. */
const countOf = (query: URLSearchParams) => Number(query.get('count') ?? 20);

export const pagingVariants: readonly Variant[] = [
	{
		name: 'paging-ignored-first-page',
		does: '`start` and `count` are passed over: a list is always its first 20 elements.',
		gaps: ['paging'],
		forbids: ['further-pages'],
		create: () =>
			onLists((request, next) => {
				const asked = copyOf(request);
				asked.query.delete('start');
				asked.query.delete('count');
				return next(asked);
			}),
	},
	{
		name: 'paging-ignored-whole-list',
		does: '`start` and `count` are passed over: a list always has all its elements.',
		gaps: ['paging'],
		create: () =>
			onLists(async (request, next) => {
				const { response, all } = await readWhole(request, next);
				return withPage(response, all, { start: 0, count: all.length });
			}),
	},
	{
		name: 'paging-at-most-10',
		does: 'A page has at most 10 elements, however many were asked for.',
		gaps: ['paging'],
		create: () =>
			onLists((request, next) => {
				const asked = copyOf(request);
				if (!(countOf(asked.query) <= 10)) asked.query.set('count', '10');
				return next(asked);
			}),
	},
	{
		name: 'paging-rejects-more-than-50',
		does: 'A `count` of more than 50 is rejected with 113.',
		gaps: ['paging'],
		create: () =>
			onLists(async (request, next) =>
				countOf(request.query) > 50
					? rejectCall(request, next, 113, 'count should be at most 50')
					: next(request),
			),
	},
	{
		name: 'paging-rejects-unknown-names',
		does: 'Paging goes by other names; `start` and `count` are rejected with 113 as unknown parameters.',
		gaps: ['paging'],
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
		name: 'count-repeats-the-request',
		does: 'The field `count` of a list repeats what was asked for.',
		gaps: ['paging'],
		create: () =>
			onLists(async (request, next) => {
				const count = countOf(request.query);
				const response = await next(request);
				if (response.status === 200 && isFields(response.body)) response.body.count = count;
				return response;
			}),
	},
	{
		name: 'malformed-passed-over',
		does: 'A malformed parameter is passed over.',
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
