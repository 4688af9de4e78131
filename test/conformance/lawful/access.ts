/** Services that require a token, a status or a city's id where the sandbox does not. */
import { unknownId } from '../../../src/conformance/service.ts';
import { closed, onBody, onEvents, onLocs, onRequest, onTokens } from '../service/changes.ts';
import { type Fields, inOrder, type Middleware } from '../service/messages.ts';
import { isPersonsList, isRead, operationOf } from '../service/operation.ts';
import { reject, rejectCall, rejectInstead } from '../service/reject.ts';
import type { Lawful } from './lawful.ts';

export const readsNeedToken: Lawful = {
	does: 'Every read needs a token.',
	create: () => closed((request) => isRead(operationOf(request))),
};

export const ownListsOnly: Lawful = {
	does: 'A user can read only their own lists of events; those of others are rejected with 108.',
	create() {
		const owners = new Map<unknown, unknown>();
		return inOrder(
			onTokens(({ access_token, service_user_id }) => owners.set(access_token, service_user_id)),
			closed((request) => isPersonsList(operationOf(request))),
			async (request, next) => {
				const owner = owners.get(request.token);
				const isForeign = owner !== undefined && owner !== request.path[3];
				return isPersonsList(operationOf(request)) && isForeign
					? rejectCall(request, next, 108)
					: next(request);
			},
		);
	},
};

const isOfStatus = (name: string | undefined) =>
	name === 'listParticipatedEvents' || name === 'listWishedEvents';
const statusSums = ['listParticipatedEvents.status.sum', 'listWishedEvents.status.sum'];

export const statusDefaultsToOngoing: Lawful = {
	does: "A user's lists without `status` contain only events that are not over.",
	open: statusSums,
	create: () =>
		onRequest((request) => {
			if (isOfStatus(operationOf(request)) && !request.query.has('status'))
				request.query.set('status', 'ongoing');
		}),
};

export const statusRequired: Lawful = {
	does: "A user's lists without `status` are rejected with 113, which names it.",
	open: statusSums,
	create: () => async (request, next) =>
		isOfStatus(operationOf(request)) && !request.query.has('status')
			? rejectCall(request, next, 113, 'status')
			: next(request),
};

export const filtersRequired: Lawful = {
	does: 'Lists of events without `day_type` or `type` are rejected with 113, which names it.',
	create: () => async (request, next) => {
		const missing = ['day_type', 'type'].find((name) => !request.query.has(name));
		return operationOf(request) === 'listEvents' && missing !== undefined
			? rejectCall(request, next, 113, missing)
			: next(request);
	},
};

/** The most popular event is private: it is in lists, but cannot be read on its own. */
function hideMostPopular(): Middleware {
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

export const mostPopularIsPrivate: Lawful = {
	does: 'The most popular event is private.',
	create: hideMostPopular,
};

export const unknownCityIs404: Lawful = {
	does: 'An unknown city is 404, and so is a city by its short name.',
	open: ['getLoc.unknown', 'getLoc.by-uid', 'listEvents.unknown-loc'],
	create: () => async (request, next) => {
		const asked = operationOf(request) === 'getLoc' ? request.path[2] : request.query.get('loc');
		const response = await next(request);
		const isUnknown = asked != null && (asked === unknownId || !/^\d+$/.test(asked));
		return isUnknown ? { ...rejectInstead(response, 107), status: 404 } : response;
	},
};

const firstCity = '108288';

export const regionIsListedFirst: Lawful = {
	does: 'The first place of the list is a region, which has no events and cannot be read on its own.',
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
};
