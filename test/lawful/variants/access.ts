/** Services that require a token where the sandbox does not (gap register, `which-call-needs-what`). */
import { inOrder, isFields } from '../service/messages.ts';
import { isPeopleList, isPersonsList, isRead, operationOf } from '../service/operation.ts';
import { reject, rejectCall, rejectInstead } from '../service/reject.ts';
import type { Variant } from '../variant.ts';
import { closed, numberOf, onEvents, onRequest, watchOwners } from './changes.ts';

/** One in five events, by id. */
const isPrivate = (id: unknown) => numberOf(id) % 5 === 0;

export const accessVariants: readonly Variant[] = [
	{
		name: 'reads-need-token',
		does: 'Every read needs a token.',
		gaps: ['which-call-needs-what'],
		forbids: ['anonymous-reads'],
		create: () => closed((request) => isRead(operationOf(request))),
	},
	{
		name: 'own-lists-only',
		does: 'A user can read only their own lists of events; those of others are rejected with 108.',
		gaps: ['which-call-needs-what'],
		forbids: ['strangers-lists'],
		create() {
			const { watch, ownerOf } = watchOwners();
			return inOrder(
				watch,
				closed((request) => isPersonsList(operationOf(request))),
				async (request, next) => {
					const owner = ownerOf(request.token);
					const isForeign = owner !== undefined && owner !== request.path[3];
					return isPersonsList(operationOf(request)) && isForeign
						? rejectCall(request, next, 108)
						: next(request);
				},
			);
		},
	},
	{
		name: 'status-defaults-to-ongoing',
		does: "A user's lists without `status` contain only events that are not over.",
		gaps: ['status-default'],
		create: () =>
			onRequest((request) => {
				const name = operationOf(request);
				const isOfStatus = name === 'listParticipatedEvents' || name === 'listWishedEvents';
				if (isOfStatus && !request.query.has('status')) request.query.set('status', 'ongoing');
			}),
	},
	{
		name: 'status-required',
		does: "A user's lists without `status` are rejected with 113, which names it.",
		gaps: ['status-default'],
		open: ['listParticipatedEvents.status.sum', 'listWishedEvents.status.sum'],
		create: () => async (request, next) => {
			const name = operationOf(request);
			const isOfStatus = name === 'listParticipatedEvents' || name === 'listWishedEvents';
			return isOfStatus && !request.query.has('status')
				? rejectCall(request, next, 113, 'status')
				: next(request);
		},
	},
	{
		name: 'private-events-listed',
		does: 'Private events are in every list, marked as such; only users with a token see who takes part in them.',
		gaps: ['private-events'],
		create: () =>
			inOrder(
				onEvents((event) => {
					if (isPrivate(event.id)) event.is_priv = 'yes';
				}),
				async (request, next) => {
					const hidden = isPeopleList(operationOf(request)) && isPrivate(request.path[2]);
					return hidden && request.token === undefined ? reject(107) : next(request);
				},
			),
	},
	{
		name: 'anonymous-150',
		does: 'An IP address may make 150 calls an hour without a token.',
		gaps: ['anonymous-limit'],
		anonymousLimit: 150,
	},
	{
		name: 'level-l3',
		does: 'The application has level L3.',
		gaps: ['levels'],
		level: 'L3',
	},
	{
		name: 'withdrawn-is-108',
		does: 'After a user has withdrawn consent, their tokens are rejected with 108.',
		gaps: ['withdrawal'],
		create() {
			const { watch, ownerOf } = watchOwners();
			return inOrder(watch, async (request, next) => {
				const response = await next(request);
				const isKnown = ownerOf(request.token) !== undefined;
				const isWithdrawn = isKnown && isFields(response.body) && response.body.code === 103;
				return isWithdrawn ? rejectInstead(response, 108) : response;
			});
		},
	},
	{
		name: 'browsers-are-126',
		does: 'A call to the data API from a page in a browser is rejected with 126.',
		gaps: ['source'],
		create: () => async (request, next) => {
			const { origin, referer, cookie } = request.headers;
			const isFromPage = [origin, referer, cookie].some((header) => header !== undefined);
			return isFromPage && operationOf(request) !== undefined ? reject(126) : next(request);
		},
	},
];
