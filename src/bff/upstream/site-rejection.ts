/** Tells whether the service rejects this site, or its base URL, rather than one call. */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import { startOf } from '../../contract/spec/call.ts';

/** Codes that reject this site as a whole, its address or its secret, whatever it requests (Spec §7). */
const siteCodes: ReadonlySet<number | undefined> = new Set([100, 104, 105, 112, 116, 117]);

export const isAboutSite = ({ code }: Rejection): boolean => siteCodes.has(code);

export interface Called {
	operation: string;
	parameters?: object;
}

/**
 * Whether the base URL seems wrong: the first page of cities is rejected. 999 doesn't count, because it may be temporary,
 * nor does 113, which visitors can cause with a malformed parameter.
 */
export const isElsewhere = (called: Called, rejection: Rejection): boolean =>
	called.operation === 'listLocs' &&
	startOf(called) === 0 &&
	rejection.code !== 999 &&
	rejection.code !== 113 &&
	['absent', 'other'].includes(meaningOf(rejection));
