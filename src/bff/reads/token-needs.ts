/**
 * Which operations need a token at this service (gap register, `which-call-needs-what`), as far as its responses show.
 * People who are signed in then read them with their own token at once. One odd rejection must not do that, so it takes
 * several in a row; and a service may change, so it is tried again after a while, or when a read without a token succeeds.
 */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import type { OperationName } from '../../contract/spec/operations.ts';
import { createFacts } from '../storage/facts.ts';

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
/** Milliseconds for which one more rejection proves it again. */
const longMemory = 24 * 3_600_000;

/** Codes about the operation. Others, such as 108, are about whose data it is. */
const isAboutOperation = ({ status, code }: Rejection) =>
	code === 102 || (status === 401 && meaningOf({ status, code }) === 'closed');

/**
 * @param clock milliseconds since 1970
 * @param facts where it is remembered
 */
export function createTokenNeeds(clock: () => number, facts = createFacts(clock)): TokenNeeds {
	const factOf = (name: OperationName) => `needs-token:${name}`;
	const find = (name: OperationName) =>
		JSON.parse(facts.get(factOf(name)) ?? 'null') as { times: number; at: number } | null;
	return {
		see(name, response) {
			const known = find(name);
			if (response.status === 200) {
				if (known !== null) facts.set(factOf(name), null, longMemory);
			} else if (isAboutOperation(response)) {
				const rejected = { times: (known?.times ?? 0) + 1, at: clock() };
				facts.set(factOf(name), JSON.stringify(rejected), longMemory);
			}
		},
		includes(name) {
			const known = find(name);
			return known !== null && known.times >= proof && clock() < known.at + memory;
		},
	};
}
