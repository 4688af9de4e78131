/** The BFF's own errors, `application/problem+json` (RFC 9457). */
import { z } from 'zod';

export const reasonSchema = z
	.enum([
		'signed_out',
		'session_expired',
		'access_revoked',
		'password_changed',
		'user_blocked',
		'csrf',
		'login_mismatch',
		'unsigned_image',
		'invalid_request',
		'not_found',
		'wrong_host',
		'method_not_allowed',
		'too_many_requests',
		/** Only signed-in users may see this. Not a 401, which would end the session in the app. */
		'sign_in_required',
		/** The service returned an error; see `code`. */
		'service_rejected',
		'service_unreachable',
		'service_timeout',
		'service_invalid_response',
		'service_response_too_large',
		'overloaded',
		/** The service's last calls of the hour are reserved for signed-in users. */
		'calls_reserved',
		'store_unreachable',
		/** The response to a write was lost, and the service doesn't show yet whether it took effect. */
		'outcome_unknown',
		'internal',
	])
	.meta({ title: 'ProblemReason', $comment: 'a reason of a problem' });
export type ProblemReason = z.infer<typeof reasonSchema>;

export const problemSchema = z
	.object({
		type: z.literal('about:blank'),
		title: z.string(),
		status: z.number(),
		detail: z.string(),
		reason: reasonSchema,
		code: z.number().exactOptional().describe("the service's error code, if it caused the problem"),
	})
	.meta({ title: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;
