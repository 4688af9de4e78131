/**
 * Learns which reads need a token (gap register, `authorization-needs`): after two rejections in a row, because one may
 * be an error; for ten minutes, because a service may change. Learns it for each list, because a service may close only
 * one city or filter; and for all reads of an operation by id, but only if the lists of events are closed, too.
 */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import type { Call } from '../../contract/spec/call.ts';
import { type OperationName, operationPath, operations } from '../../contract/spec/operations.ts';

const proof = 2;
const memoryMs = 600_000;
/** Every tenth read that seems to need a token is sent without one, to notice when it no longer needs one. */
const readsPerTry = 10;
/** How many reads to remember: visitors can request any number of lists. */
const maxReads = 1_000;

/** Whether a rejection means that the read needs a token. Code 108, for example, doesn't. */
const isAboutOperation = ({ status, code }: Rejection) =>
	code === 102 || (status === 401 && meaningOf({ status, code }) === 'closed');

const isById = ({ operation }: Call) => operations[operation].path.includes(':id');

/** The same for calls that share what is learned: the pages of a list, or an operation's reads by id. */
const readOf = (call: Call) =>
	isById(call)
		? call.operation
		: operationPath(call.operation, { ...call.parameters, start: undefined, count: undefined } as object);

interface Seen {
	operation: OperationName;
	/** Rejections in a row; 0 after a success. */
	rejections: number;
	at: number;
	/** Reads since then that were not sent. */
	unsent: number;
}

export function createTokenNeeds(clock: () => number) {
	const seen = new Map<string, Seen>();
	const isRecent = (last: Seen | undefined): last is Seen =>
		last !== undefined && clock() < last.at + memoryMs;
	const isClosed = (last: Seen | undefined) => isRecent(last) && last.rejections >= proof;
	/** Required for reads by id: a service may reject a private event with any code, and visitors choose the ids. */
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
			seen.set(readOf(call), { operation: call.operation, rejections, at: clock(), unsent: 0 });
		},
		/** Whether to reject a call without a token in place of the service. */
		rejects(call: Call): boolean {
			const last = seen.get(readOf(call));
			if (last === undefined || !isClosed(last) || (isById(call) && !areListsClosed())) return false;
			last.unsent = (last.unsent + 1) % readsPerTry;
			return last.unsent !== 0;
		},
	};
}
