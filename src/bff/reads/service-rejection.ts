import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import { ProblemError } from '../problems/problem.ts';

/**
 * Turns the service's error into a problem: `sign_in_required` if a token would help, `overloaded` at a limit,
 * `service_unreachable` for 5xx and 999, else `service_rejected`.
 */
export function serviceRejection({ status, code }: Rejection, hadToken = false): ProblemError {
	const meaning = meaningOf({ status, code });
	if (meaning === 'limited')
		return new ProblemError('overloaded', "The service's API quota for this hour is used up.", { code });
	if (meaning === 'closed' && !hadToken) {
		const detail = 'The service shows this to signed-in people only. Sign in.';
		return new ProblemError('sign_in_required', detail, { code });
	}
	const sent = status >= 500 || code === undefined ? `status ${status}` : `code ${code}`;
	if (status >= 500 || code === 999)
		return new ProblemError('service_unreachable', `The service failed with ${sent}.`, { code });
	return new ProblemError('service_rejected', `The service rejected the request with ${sent}.`, { code });
}
