/**
 * Which operations need a token at this service (gap register, `which-call-needs-what`), as its responses show. One odd
 * rejection is no proof, so it takes two in a row; and a service may change, so it is tried again after ten minutes.
 */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import type { OperationName } from '../../contract/spec/operations.ts';

export interface TokenNeeds {
	/** Takes note of the response to a read without a token. */
	see(name: OperationName, response: Rejection): void;
	/** Whether a read of the operation without a token is not worth a call. */
	includes(name: OperationName): boolean;
}

const proof = 2;
const memoryMs = 600_000;

/** Codes about the operation. Others, such as 108, are about whose data it is. */
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
