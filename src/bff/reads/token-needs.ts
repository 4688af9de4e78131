/**
 * Which operations need a token at this service (gap register, `which-call-needs-what`), as far as its responses show.
 * People who are signed in then read them with their own token at once. One odd rejection must not do that, so it takes
 * several in a row; and a service may change, so it is tried again after a while, or when a read without a token succeeds.
 */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import type { OperationName } from '../../contract/spec/operations.ts';

export interface TokenNeeds {
	/** Takes note of the response to a read without a token. */
	see(name: OperationName, response: Rejection): void;
	/** Whether a read of the operation without a token is not worth a call. */
	includes(name: OperationName): boolean;
}

/** Rejections in a row after which an operation counts as one that needs a token. */
const proof = 2;
/** Milliseconds from the last rejection after which it is tried again. */
const memory = 600_000;

/** Codes about the operation. Others, such as 108, are about whose data it is. */
const isAboutOperation = ({ status, code }: Rejection) =>
	code === 102 || (status === 401 && meaningOf({ status, code }) === 'closed');

/** @param clock milliseconds since 1970 */
export function createTokenNeeds(clock: () => number): TokenNeeds {
	const rejected = new Map<OperationName, { times: number; at: number }>();
	return {
		see(name, response) {
			if (response.status === 200) rejected.delete(name);
			else if (isAboutOperation(response))
				rejected.set(name, { times: (rejected.get(name)?.times ?? 0) + 1, at: clock() });
		},
		includes(name) {
			const known = rejected.get(name);
			return known !== undefined && known.times >= proof && clock() < known.at + memory;
		},
	};
}
