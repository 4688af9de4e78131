/** The BFF's own errors, `application/problem+json` (RFC 9457). Types only, free for the web bundle. */

/** Machine-readable reason of a problem. */
export type ProblemReason =
	| 'signed_out'
	| 'session_expired'
	| 'access_revoked'
	| 'password_changed'
	| 'user_blocked'
	| 'csrf'
	| 'login_mismatch'
	| 'unsigned_image'
	| 'invalid_request'
	| 'not_found'
	| 'wrong_host'
	| 'method_not_allowed'
	| 'too_many_requests'
	/** The service shows this to signed-in people only, and nobody is signed in. Not 401: that ends a session in the app. */
	| 'sign_in_required'
	/** The service responded with an error, which `code` names. */
	| 'service_rejected'
	| 'service_unreachable'
	| 'service_timeout'
	| 'service_invalid_response'
	| 'service_response_too_large'
	| 'overloaded'
	| 'store_unreachable'
	| 'internal';

/** Body of a problem. */
export interface Problem {
	type: 'about:blank';
	title: string;
	status: number;
	detail: string;
	reason: ProblemReason;
	/** The service's error code behind the problem, where there is one. */
	code?: number;
}
