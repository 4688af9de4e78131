/** Services that only the conformance kit is tried with, because it checks what Daybill does not look at. */
import { copyOf, type Fields, inOrder, isFields, type Middleware, withBody } from '../service/messages.ts';
import { isAuthorize, isList, operationOf } from '../service/operation.ts';
import { reject, rejectCall } from '../service/reject.ts';
import type { Variant } from '../variant.ts';
import { insteadOf, onBody, onEvents, onLocs, onResponse } from './changes.ts';

/** The event with the most people is private: it is in lists, but cannot be read on its own. */
function mostPopularIsPrivate() {
	let hidden: unknown;
	const people = (event: Fields) => Math.min(Number(event.participant_count), Number(event.wisher_count));
	return inOrder(
		async (request, next) =>
			hidden !== undefined && request.path[2] === hidden ? reject(107) : next(request),
		onEvents((event) => {
			if (event.id === hidden) event.is_priv = 'yes';
		}),
		onBody('listEvents', ({ events }) => {
			hidden ??= (events as Fields[]).toSorted((left, right) => people(right) - people(left))[0]?.id;
		}),
	);
}

/** An id that the kit assumes no service has. */
const unknownId = '999999999999';

const firstCity = '108288';

export const positionsFromOne: Middleware = async (request, next) => {
	if (!isList(operationOf(request))) return next(request);
	const asked = copyOf(request);
	const start = asked.query.get('start');
	if (start !== null) asked.query.set('start', String(Math.max(0, Number(start) - 1)));
	const response = await next(asked);
	if (response.status === 200 && isFields(response.body))
		response.body.start = Number(response.body.start) + 1;
	return response;
};

export const kitVariants: readonly Variant[] = [
	{
		name: 'most-popular-is-private',
		does: 'The most popular event is private.',
		gaps: ['private-events'],
		create: mostPopularIsPrivate,
	},
	{
		name: 'positions-from-1',
		does: 'Positions count from 1.',
		gaps: ['paging'],
		create: () => positionsFromOne,
	},
	{
		name: 'unknown-city-404',
		does: 'An unknown city is 404, and so is a city by its short name.',
		gaps: ['unknown-resource', 'loc-word'],
		open: ['getLoc.unknown', 'getLoc.by-uid', 'listEvents.unknown-loc'],
		create: () =>
			insteadOf((response, request) => {
				const asked = operationOf(request) === 'getLoc' ? request.path[2] : request.query.get('loc');
				const isUnknown = asked != null && (asked === unknownId || !/^\d+$/.test(asked));
				return isUnknown ? withBody(response, 404, reject(107).body) : undefined;
			}),
	},
	{
		name: 'region-is-listed-first',
		does: 'The first place of the list is a region, which has no events and cannot be read on its own.',
		gaps: [],
		section: '§2.4',
		create: () =>
			inOrder(
				onLocs((loc) => {
					if (loc.id === firstCity) loc.habitable = 'no';
				}),
				async (request, next) => {
					const isOfRegion = operationOf(request) === 'getLoc' && request.path[2] === firstCity;
					return isOfRegion || request.query.get('loc') === firstCity
						? rejectCall(request, next, 107)
						: next(request);
				},
			),
	},
	{
		name: 'website-beside-the-api',
		does: 'There is a website next to the data API.',
		gaps: [],
		section: '§9',
		open: ['version.prefix'],
		create: () => async (request, next) =>
			request.path.join('/') === 'event/list'
				? { status: 404, headers: [['content-type', 'text/html']], body: Buffer.from('<h1>Not found</h1>') }
				: next(request),
	},
	{
		name: 'week-with-what-is-over',
		does: 'The week is the calendar week, including past events.',
		gaps: ['day-type'],
		create: ({ wallClock }) =>
			onBody('listEvents', (list, { query }) => {
				if (query.get('day_type') !== 'week') return;
				const today = new Date(`${wallClock().slice(0, 10)}T00:00:00Z`);
				const dayOfWeek = (index: number) =>
					new Date(today.getTime() + (index - ((today.getUTCDay() + 6) % 7)) * 86_400_000)
						.toISOString()
						.slice(0, 10);
				const [first, ...others] = list.events as Fields[];
				const [monday, nextMonday] = [dayOfWeek(0), dayOfWeek(7)];
				list.events = [
					{ ...first, begin_time: `${monday} 19:00:00`, end_time: `${monday} 21:00:00` },
					...others.filter(({ begin_time }) => String(begin_time) < nextMonday),
				];
			}),
	},
	{
		name: 'authorization-errors-at-callback',
		does: 'Errors of the authorization request go to the callback URL.',
		gaps: ['callback'],
		open: ['authorize.wrong-response-type', 'authorize.wrong-scope'],
		create: () =>
			insteadOf(({ body }, request) => {
				const isReported = isFields(body) && (body.code === 115 || body.code === 125);
				if (!isAuthorize(request) || !isReported) return undefined;
				const { query } = request;
				const url = `${query.get('redirect_uri')}?error=invalid_request&state=${query.get('state')}`;
				return { status: 302, headers: [['location', url]], body: Buffer.alloc(0) };
			}),
	},
	{
		name: 'total-counts-hidden',
		does: 'The total counts an event that is not for everyone.',
		gaps: ['private-events'],
		open: ['listEvents.all-pages'],
		create: () =>
			onBody('listEvents', (list) => {
				list.total = Number(list.total) + 1;
			}),
	},
	{
		name: 'participants-in-groups',
		does: 'The participants come in groups.',
		gaps: ['participants-body'],
		create: () =>
			onBody('listParticipants', (list) => {
				const users = list.users as Fields[];
				Object.assign(list, { users: undefined, friends: users.slice(0, 1), others: users.slice(1) });
			}),
	},
	{
		name: 'request-is-decoded',
		does: 'The path in an error body is decoded.',
		gaps: [],
		section: '§2.6',
		create: () =>
			onResponse(({ status, body }) => {
				if (status === 400 && isFields(body)) body.request = decodeURI(String(body.request));
			}),
	},
];
