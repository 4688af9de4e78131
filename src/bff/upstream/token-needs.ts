/**
 * Learns which operations need a token (gap register, `which-call-needs-what`). It takes two rejections in a
 * row, because a single one may be an error, and expires after ten minutes, because a service may change. If
 * a read has succeeded in that time, a rejection is about the requested data, such as a private city.
 */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import { type OperationName, operations } from '../../contract/spec/operations.ts';

const proof = 2;
const memoryMs = 600_000;

/** Codes about the operation; others, such as 108, are about the data's owner. */
const isAboutOperation = ({ status, code }: Rejection) =>
	code === 102 || (status === 401 && meaningOf({ status, code }) === 'closed');

/** A service may reject a single private event with any code, so reads by id prove nothing. */
const isById = (name: OperationName) => operations[name].path.includes(':id');

export function createTokenNeeds(clock: () => number) {
	/** Rejections in a row, 0 after a success, and when the last response came. */
	const seen = new Map<OperationName, { rejections: number; at: number }>();
	const recent = (name: OperationName) => {
		const last = seen.get(name);
		return last !== undefined && clock() < last.at + memoryMs ? last : undefined;
	};
	return {
		/** Call with every response to a read without a token. */
		see(name: OperationName, response: Rejection): void {
			if (isById(name)) return;
			const before = recent(name)?.rejections;
			if (response.status === 200) seen.set(name, { rejections: 0, at: clock() });
			else if (isAboutOperation(response) && before !== 0)
				seen.set(name, { rejections: (before ?? 0) + 1, at: clock() });
		},
		/** Whether a read without a token would be rejected. */
		includes(name: OperationName): boolean {
			const last = recent(name);
			return last !== undefined && last.rejections >= proof;
		},
	};
}
