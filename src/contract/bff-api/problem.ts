/** The BFF's own errors, `application/problem+json` (RFC 9457). */
import { z } from 'zod';

/** Which routes may send a problem: those that read the session, those that call the service, or all. */
export type ProblemSource = 'session' | 'service' | 'any';
type ProblemKind = readonly [status: number, title: string, from?: ProblemSource];

const kinds = {
	signed_out: [401, 'Not signed in', 'session'],
	session_expired: [401, 'The session has expired', 'session'],
	access_revoked: [401, 'Access was revoked', 'session'],
	password_changed: [401, 'The password was changed', 'session'],
	user_blocked: [401, 'The account is blocked', 'session'],
	csrf: [403, 'Request from another site', 'any'],
	login_mismatch: [403, 'This sign-in did not start in this browser'],
	unsigned_image: [403, 'Not an image of this site'],
	invalid_request: [400, 'Invalid request', 'any'],
	not_found: [404, 'Not found'],
	wrong_host: [421, 'Misdirected request', 'any'],
	method_not_allowed: [405, 'Method not allowed', 'any'],
	too_many_requests: [429, 'Too many requests', 'any'],
	/** Not a 401, which would end the session in the app. */
	sign_in_required: [403, 'For signed-in people only', 'service'],
	/** See the problem's `code`. */
	service_rejected: [502, 'The service rejected the request', 'service'],
	service_unreachable: [502, 'The service cannot be reached', 'service'],
	service_timeout: [504, 'The service did not respond in time', 'service'],
	service_invalid_response: [502, 'The service sent an invalid response', 'service'],
	service_response_too_large: [502, "The service's response is too large", 'service'],
	overloaded: [503, 'Too many requests at once', 'any'],
	/** The service's last calls of the hour are reserved. */
	calls_reserved: [503, 'For signed-in people only at the moment', 'service'],
	store_unreachable: [503, 'The store cannot be reached', 'any'],
	/** The response to a write was lost, and the service doesn't show yet whether it took effect. */
	outcome_unknown: [504, 'It is not known whether the change was saved'],
	internal: [500, 'Internal error', 'any'],
} satisfies Record<string, ProblemKind>;
export type ProblemReason = keyof typeof kinds;
export const problemKinds: Readonly<Record<ProblemReason, ProblemKind>> = kinds;

export const reasonSchema = z
	.enum(Object.keys(kinds) as [ProblemReason])
	.meta({ title: 'ProblemReason', $comment: 'a reason of a problem' });

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
