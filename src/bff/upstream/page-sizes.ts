/** Learns how long a page of each list may be, and which lists take no paging (gap register, `paging`). */
import { namedIn } from '../../contract/event/error-body.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { type Call, startOf } from '../../contract/spec/call.ts';
import { errorName } from '../../contract/spec/errors.ts';
import { paging } from '../../contract/spec/filters.ts';
import { type Operation, type OperationName, operations } from '../../contract/spec/operations.ts';
import { hasReason } from '../problems/problem.ts';
import type { ServiceResponse } from './service-response.ts';

/** Numbers of elements to request in turn while the service rejects another number, or its response is too large. */
const smallerPages = [paging.defaultCount, 10] as const;
/** A service may change its limits. */
const memoryMs = 3_600_000;

interface Seen {
	/** The longest page to request; null if the service takes neither `start` nor `count`. */
	longest: number | null;
	until: number;
}

/** Whether a service may have rejected a call for its `start` or `count`, as far as its error tells. */
function mayBeAboutPaging({ operation }: Call, { status, error }: ServiceResponse, asked: number): boolean {
	if (error === undefined || status >= 500 || meaningOf({ status, code: error.code }) !== 'other')
		return false;
	const { parameters }: Operation = operations[operation];
	const names = ['id', ...parameters.map(({ name }) => name)];
	if (namedIn(error, ['start', 'count'])) return true;
	const isUnclear = asked > paging.defaultCount && errorName(error.code) === 'unknown';
	return (isUnclear || error.code === 113) && !namedIn(error, names);
}

type SendPage = (count: number | null) => Promise<ServiceResponse>;

/** Sends a call. If the response is too large, because lists contain events' texts, requests a shorter page. */
async function sendFitting(count: number, send: SendPage): Promise<ServiceResponse> {
	try {
		return await send(count);
	} catch (error) {
		const fewer = smallerPages.find((each) => each < count);
		if (fewer === undefined || !hasReason(error, 'service_response_too_large')) throw error;
		return sendFitting(fewer, send);
	}
}

/** @returns a function that passes `send` the longest page that the service accepts, or null for no paging */
export function createPageSizes(clock: () => number) {
	const all = new Map<OperationName, Seen>();
	const seenOf = (call: Call): Seen => {
		const last = all.get(call.operation);
		if (last !== undefined && (clock() < last.until || startOf(call) > 0)) return last;
		const seen: Seen = { longest: paging.maxCount, until: clock() + memoryMs };
		all.set(call.operation, seen);
		return seen;
	};
	return async (call: Call, send: SendPage): Promise<ServiceResponse> => {
		const { count, start } = call.parameters as { count?: string | number; start?: string | number };
		if (count === undefined && start === undefined) return send(null);
		const seen = seenOf(call);
		if (seen.longest === null) return send(null);
		const asked = Math.min(Number(count ?? paging.defaultCount), seen.longest);
		const response = await sendFitting(asked, send);
		// A visitor's malformed value is rejected, too, but says nothing about the list.
		const isWhole = [count, start].every((each) => each === undefined || /^\d+$/.test(String(each)));
		if (!isWhole || !mayBeAboutPaging(call, response, asked)) return response;
		const others = smallerPages.filter((each) => each !== asked);
		// Only for a first page: without paging, a list that ends before `start` has elements, too.
		for (const fewer of startOf(call) === 0 ? [...others, null] : others) {
			const next = await send(fewer);
			// A visitor's short or late page says nothing about longer or earlier ones.
			if (next.error === undefined && startOf(call) === 0 && (fewer === null || asked === seen.longest))
				seen.longest = fewer;
			if (!mayBeAboutPaging(call, next, fewer ?? 0)) return next;
		}
		return response;
	};
}
