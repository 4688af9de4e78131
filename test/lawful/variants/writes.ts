/** Services with different rules for joining and wishing (Spec §3.2, §4.2). */
import {
	copyOf,
	inOrder,
	isFields,
	type Middleware,
	type Next,
	type ServiceRequest,
} from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import { rejectCall } from '../service/reject.ts';
import { readWhole } from '../service/whole-list.ts';
import type { Variant } from '../variant.ts';
import { onResponse, watchOwners } from './changes.ts';

const writes = ['joinEvent', 'leaveEvent', 'wishEvent', 'unwishEvent'] as const;
const isWrite = (request: ServiceRequest) => writes.some((name) => name === operationOf(request));

/** A different body for accepted writes. */
const acceptedAs = (body: string, type?: string): Middleware =>
	onResponse((response, request) => {
		if (response.status !== 202 || !isWrite(request)) return;
		response.headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
		if (type !== undefined) response.headers.push(['content-type', type]);
		response.body = Buffer.from(body);
	});

/** The path of the other relation to the same event. */
const otherRelation = ({ path }: ServiceRequest): string[] => [
	...path.slice(0, -1),
	path.at(-1) === 'wishers' ? 'participants' : 'wishers',
];

/** Rejects writes that change nothing. */
function rejectIdle(): Middleware {
	const { watch, ownerOf } = watchOwners();
	const isRelated = async (request: ServiceRequest, next: Next) => {
		const { all } = await readWhole(
			copyOf(request, { method: 'GET', query: new URLSearchParams(), token: undefined }),
			next,
		);
		return all.some(({ id }) => id === ownerOf(request.token));
	};
	return inOrder(watch, async (request, next) => {
		if (!isWrite(request) || ownerOf(request.token) === undefined) return next(request);
		const related = await isRelated(request, next);
		if (request.method === 'POST' && related)
			return rejectCall(request, next, 999, 'you are among them already');
		if (request.method === 'DELETE' && !related)
			return rejectCall(request, next, 999, 'you are not among them');
		return next(request);
	});
}

export const writeVariants: readonly Variant[] = [
	{
		name: 'accepted-empty',
		does: 'The 202 responses have no body.',
		gaps: ['body-of-202'],
		create: () => acceptedAs(''),
	},
	{
		name: 'relations-exclusive',
		does: 'A user has one relation to an event: joining ends interest, and vice versa.',
		gaps: ['repeated-write'],
		create: () => async (request, next) => {
			const response = await next(copyOf(request));
			if (request.method === 'POST' && isWrite(request) && response.status === 202)
				await next(
					copyOf(request, { method: 'DELETE', path: otherRelation(request), query: new URLSearchParams() }),
				);
			return response;
		},
	},
	{
		name: 'idle-writes-rejected',
		does: 'Joining twice is an error, and so is leaving an event that was not joined.',
		gaps: ['repeated-write'],
		create: rejectIdle,
	},
	{
		name: 'over-is-accepted',
		does: 'Joining an event that is over, or on a day when it is not on, is accepted and changes nothing.',
		gaps: ['event-over'],
		create: () => async (request, next) => {
			const response = await next(request);
			const isOver = isWrite(request) && isFields(response.body) && response.body.code === 999;
			return isOver ? { ...response, status: 202, body: {} } : response;
		},
	},
];
