/** The BFF's own refusals, as `application/problem+json` (RFC 9457). */
import type { FastifyReply } from 'fastify';
import type { Problem, ProblemReason } from '../contract/session.ts';

const titles: Record<ProblemReason, readonly [status: number, title: string]> = {
	signed_out: [401, 'Not signed in'],
	session_expired: [401, 'The session is over'],
	access_revoked: [401, 'Access was withdrawn'],
	password_changed: [401, 'The password was changed'],
	user_blocked: [401, 'The account is blocked'],
	csrf: [403, 'Not from this site'],
	login_mismatch: [403, 'This sign-in did not begin in this browser'],
	invalid_request: [400, 'The request is wrong'],
	not_found: [404, 'Not found'],
	method_not_allowed: [405, 'Method not allowed'],
	too_many_requests: [429, 'Too many requests'],
	service_unreachable: [502, 'The service cannot be reached'],
	service_timeout: [504, 'The service did not answer in time'],
	service_invalid_answer: [502, 'The service gave an answer that cannot be read'],
	overloaded: [503, 'Too much at once'],
	store_unreachable: [503, 'The store cannot be reached'],
	internal: [500, 'Something went wrong here'],
};

/** Thrown anywhere in the BFF; answered with the status and title of its reason. */
export class ProblemError extends Error {
	readonly problem: Problem;

	/** @param code the service's code that led here, where one did */
	constructor(reason: ProblemReason, detail: string, code?: number, cause?: unknown) {
		super(detail, { cause });
		this.name = 'ProblemError';
		const [status, title] = titles[reason];
		this.problem = {
			type: 'about:blank',
			title,
			status,
			detail,
			reason,
			...(code === undefined ? {} : { code }),
		};
	}
}

/**
 * Sends a problem. oidc-client-ts and others read JSON only, but RFC 9457's media type is JSON too.
 */
export function sendProblem(reply: FastifyReply, { problem }: ProblemError): FastifyReply {
	return reply
		.code(problem.status)
		.header('content-type', 'application/problem+json')
		.header('cache-control', 'no-store')
		.send(JSON.stringify(problem));
}
