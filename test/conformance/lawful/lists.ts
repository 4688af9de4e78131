/** Services with different paging, or other response bodies for lists. */
import { onBody, onRequest, onResponse } from '../service/changes.ts';
import { copyOf, type Fields, inOrder, isFields, type Middleware } from '../service/messages.ts';
import { isList, operationOf } from '../service/operation.ts';
import { rejectCall } from '../service/reject.ts';
import type { Lawful } from './lawful.ts';

/** Applies only to lists. */
const onLists =
	(middleware: Middleware): Middleware =>
	(request, next) =>
		isList(operationOf(request)) ? middleware(request, next) : next(request);

/** Reads `count` of a request; 20 by default. */
const countOf = (query: URLSearchParams) => Number(query.get('count') ?? 20);

export const pagingIgnored: Lawful = {
	does: '`start` and `count` are ignored: a list always has its first 20 elements.',
	create: () =>
		onLists(
			onRequest(({ query }) => {
				query.delete('start');
				query.delete('count');
			}),
		),
};

export const atMost10: Lawful = {
	does: 'A page has at most 10 elements, however many were requested.',
	create: () =>
		onLists(
			onRequest(({ query }) => {
				if (!(countOf(query) <= 10)) query.set('count', '10');
			}),
		),
};

export const rejectsMoreThan50: Lawful = {
	does: 'A `count` of more than 50 is rejected with 113.',
	create: () =>
		onLists(async (request, next) =>
			countOf(request.query) > 50
				? rejectCall(request, next, 113, 'count should be at most 50')
				: next(request),
		),
};

export const rejectsPaging: Lawful = {
	does: 'Paging uses other parameters; `start` and `count` are rejected with 113 as unknown parameters.',
	create: () =>
		onLists(async (request, next) => {
			const unknown = ['start', 'count'].find((name) => request.query.has(name));
			return unknown === undefined
				? next(request)
				: rejectCall(request, next, 113, 'only page and size are known');
		}),
};

export const positionsFromOne: Middleware = onLists(async (request, next) => {
	const asked = copyOf(request);
	const start = asked.query.get('start');
	if (start !== null) asked.query.set('start', String(Math.max(0, Number(start) - 1)));
	const response = await next(asked);
	if (response.status === 200 && isFields(response.body))
		response.body.start = Number(response.body.start) + 1;
	return response;
});

export const countsFromOne: Lawful = { does: 'Positions count from 1.', create: () => positionsFromOne };

export const orderChanges: Lawful = {
	does: 'The order of events changes with every request.',
	open: ['listEvents.paging'],
	create: () =>
		inOrder(
			onBody('listEvents', (list, { query }) => {
				if (query.has('start')) list.start = Number(query.get('start'));
			}),
			onRequest((request) => {
				if (operationOf(request) === 'listEvents' && request.query.get('count') === '1')
					request.query.set('start', '3');
			}),
		),
};

export const totalCountsHidden: Lawful = {
	does: 'The total counts an event that is not for everyone.',
	open: ['listEvents.all-pages'],
	create: () =>
		onBody('listEvents', (list) => {
			list.total = Number(list.total) + 1;
		}),
};

/** The first page begins with the element at position 1. */
export const firstIsHidden: Lawful = {
	does: 'The first event of a city is hidden: pages that would begin with it are shorter.',
	open: ['listEvents.paging'],
	create: () => {
		const hidden = new Set<unknown>();
		return onBody('listEvents', (list, { query }) => {
			const events = list.events as Fields[];
			if (!query.has('start') && !query.has('day_type') && !query.has('type')) hidden.add(events[0]?.id);
			list.events = events.filter(({ id }) => !hidden.has(id));
		});
	},
};

export const totalsAreEstimates: Lawful = {
	does: 'Totals are estimates, rounded up to tens.',
	open: ['listWishers.all-pages', 'listLocs.all-pages', 'listWishers.counter'],
	create: () =>
		onResponse(({ status, body }, request) => {
			if (status === 200 && isFields(body) && isList(operationOf(request)))
				body.total = Math.ceil(Number(body.total) / 10) * 10;
		}),
};

/** Sends another list of events, ten to a page, and rejects a `start` at or beyond its end. */
const eventsAs =
	(change: (events: readonly Fields[], start: number) => readonly Fields[]): Middleware =>
	async (request, next) => {
		if (operationOf(request) !== 'listEvents') return next(request);
		const [start, count] = [Number(request.query.get('start') ?? 0), Math.min(countOf(request.query), 10)];
		const asked = copyOf(request);
		asked.query.delete('start');
		asked.query.set('count', '31');
		const response = await next(asked);
		if (response.status !== 200 || !isFields(response.body)) return response;
		const events = change(response.body.events as Fields[], start);
		if (start > 0 && start >= events.length) return rejectCall(request, next, 113, 'start');
		const page = events.slice(start, start + count);
		Object.assign(response.body, { events: page, start, count: page.length, total: events.length });
		return response;
	};

export const firstTwoComeTwice: Lawful = {
	does: 'The first two events of a list come again at its end, and no page begins beyond the end.',
	open: ['listEvents.all-pages'],
	create: () => eventsAs((events) => [...events, ...events.slice(0, 2)]),
};

export const orderChangesPerPage: Lawful = {
	does: 'Every other page is one of the same list in reverse order.',
	open: ['listEvents.all-pages'],
	create: () => eventsAs((events, start) => (start % 20 === 0 ? events : events.toReversed())),
};

const peopleLists = ['listParticipants', 'listWishers'] as const;

export const privatePeopleAreHidden: Lawful = {
	does: 'Lists of people and their totals leave out private accounts, which counters include.',
	open: peopleLists.map((name) => `${name}.counter`),
	create: () =>
		onBody(peopleLists, (list) => {
			const users = list.users as Fields[];
			// Alice, whom the kit joins, is public: an event that she alone attends has nobody to leave out.
			const isHidden = ({ id }: Fields) => id !== '1001';
			if (Number(list.total) === 1 && !users.every(isHidden)) return;
			const hidden = users.findLast(isHidden);
			list.users = users.filter((user) => user !== hidden);
			list.total = Math.max(0, Number(list.total) - 1);
		}),
};

export const malformedIgnored: Lawful = {
	does: 'A malformed parameter is ignored.',
	open: ['listEvents.type.number'],
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
};

/** Replaces the list of participants with a different body. */
const participantsAs = (does: string, write: (list: Fields) => unknown): Lawful => ({
	does,
	create: () =>
		onResponse((response, request) => {
			const isAsked = operationOf(request) === 'listParticipants' && response.status === 200;
			if (isAsked && isFields(response.body)) response.body = write(response.body);
		}),
});

export const participantsAreArray = participantsAs('Participants are a bare array.', ({ users }) => users);
export const participantsAreIds = participantsAs('Participants are a list of ids.', ({ users }) => ({
	participants: (users as Fields[]).map(({ id }) => id),
}));
export const participantsAreCount = participantsAs(
	'The service says how many people take part, but not who.',
	({ total }) => ({ total }),
);
