/**
 * Learns which reads need a token (gap register, `authorization-needs`). Learns it for each list, because a service may
 * close one city or filter. Learns it for all reads by id of an operation, but only if lists are closed. Requires two
 * rejections in a row, because a single one may be an error. Forgets them after ten minutes: a service may change.
 */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import type { Call } from '../../contract/spec/call.ts';
import { type OperationName, operationPath, operations } from '../../contract/spec/operations.ts';

const proof = 2;
const memoryMs = 600_000;
/** Bounded, because visitors can name any list. */
const maxReads = 1_000;

/** Whether a rejection means that the operation needs a token. Code 108, for example, doesn't. */
const isAboutOperation = ({ status, code }: Rejection) =>
	code === 102 || (status === 401 && meaningOf({ status, code }) === 'closed');

const isById = ({ operation }: Call) => operations[operation].path.includes(':id');

/** All pages of a list count as one, and so do all reads of an operation by id. */
const readOf = (call: Call) =>
	isById(call)
		? call.operation
		: operationPath(call.operation, { ...call.parameters, start: undefined, count: undefined } as object);

interface Seen {
	operation: OperationName;
	/** Consecutive rejections; 0 after a success. */
	rejections: number;
	at: number;
}

export function createTokenNeeds(clock: () => number) {
	const seen = new Map<string, Seen>();
	const isRecent = (last: Seen | undefined): last is Seen =>
		last !== undefined && clock() < last.at + memoryMs;
	const isClosed = (last: Seen | undefined) => isRecent(last) && last.rejections >= proof;
	/** A service may reject a single private event with any code, and visitors choose which events are read. */
	const areListsClosed = () => {
		const lists = [...seen.values()].filter((each) => each.operation === 'listEvents' && isRecent(each));
		return lists.length > 0 && lists.every(isClosed);
	};
	return {
		see(call: Call, response: Rejection): void {
			const last = seen.get(readOf(call));
			const before = isRecent(last) ? last.rejections : undefined;
			const isRejected = isAboutOperation(response);
			if (response.status !== 200 && (!isRejected || before === 0)) return;
			if (seen.size >= maxReads) seen.clear();
			const rejections = isRejected ? (before ?? 0) + 1 : 0;
			seen.set(readOf(call), { operation: call.operation, rejections, at: clock() });
		},
		includes: (call: Call): boolean =>
			isClosed(seen.get(readOf(call))) && (!isById(call) || areListsClosed()),
	};
}
