/**
 * Learns which reads need a token (gap register, `which-call-needs-what`), for each list, since a service may
 * close a city, or a filter. It takes two rejections in a row, because a single one may be an error, and expires
 * after ten minutes, because a service may change.
 */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import type { Call } from '../../contract/spec/call.ts';
import { operationPath, operations } from '../../contract/spec/operations.ts';

const proof = 2;
const memoryMs = 600_000;
/** Bounded, because visitors can name any list. */
const maxReads = 1_000;

/** Codes about the operation; others, such as 108, are about the data's owner. */
const isAboutOperation = ({ status, code }: Rejection) =>
	code === 102 || (status === 401 && meaningOf({ status, code }) === 'closed');

/** A service may reject a single private event with any code, so reads by id prove nothing. */
const isById = ({ operation }: Call) => operations[operation].path.includes(':id');

/** All pages of a list count as one. */
const readOf = ({ operation, parameters }: Call) =>
	operationPath(operation, { ...parameters, start: undefined, count: undefined } as object);

export function createTokenNeeds(clock: () => number) {
	/** Rejections in a row, 0 after a success, and when the last response came. */
	const seen = new Map<string, { rejections: number; at: number }>();
	const recent = (call: Call) => {
		const last = seen.get(readOf(call));
		return last !== undefined && clock() < last.at + memoryMs ? last : undefined;
	};
	return {
		/** Call with every response to a read without a token. */
		see(call: Call, response: Rejection): void {
			if (isById(call)) return;
			const before = recent(call)?.rejections;
			const isRejected = isAboutOperation(response);
			if (response.status !== 200 && (!isRejected || before === 0)) return;
			if (seen.size >= maxReads) seen.clear();
			seen.set(readOf(call), { rejections: isRejected ? (before ?? 0) + 1 : 0, at: clock() });
		},
		/** Whether a read without a token would be rejected. */
		includes(call: Call): boolean {
			const last = recent(call);
			return last !== undefined && last.rejections >= proof;
		},
	};
}
