/**
 * Learns which operations need a token (gap register, `which-call-needs-what`). It takes two rejections in a row,
 * because one may be odd, and expires after ten minutes, because a service may change.
 */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import type { OperationName } from '../../contract/spec/operations.ts';

export interface TokenNeeds {
	/** Call with every response to a read without a token. */
	see(name: OperationName, response: Rejection): void;
	/** Whether a read without a token would be rejected. */
	includes(name: OperationName): boolean;
}

const proof = 2;
const memoryMs = 600_000;

/** Codes about the operation; others, such as 108, are about the data's owner. */
const isAboutOperation = ({ status, code }: Rejection) =>
	code === 102 || (status === 401 && meaningOf({ status, code }) === 'closed');

/** @param clock milliseconds since 1970 */
export function createTokenNeeds(clock: () => number): TokenNeeds {
	const rejections = new Map<OperationName, { times: number; at: number }>();
	return {
		see(name, response) {
			if (response.status === 200) rejections.delete(name);
			else if (isAboutOperation(response))
				rejections.set(name, { times: (rejections.get(name)?.times ?? 0) + 1, at: clock() });
		},
		includes(name) {
			const known = rejections.get(name);
			return known !== undefined && known.times >= proof && clock() < known.at + memoryMs;
		},
	};
}
