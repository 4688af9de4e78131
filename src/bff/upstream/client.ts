/** The one place that calls the service: the data API and the token endpoint (Spec §4). */
import type { Tokens } from '../../contract/event/token.ts';
import type { Call } from '../../contract/spec/call.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';

/** A response of the data API, read whole. */
export interface ServiceResponse {
	status: number;
	/** Parsed JSON; undefined for an empty body. */
	body: unknown;
	/** The error body. Where an error response has none, one that says what the status means (Spec §7). */
	error: ErrorBody | undefined;
	/** The headers of Spec §8 that were sent, as the specification spells them. */
	limitHeaders: Record<string, string>;
	retryAfter: string | undefined;
}

export interface CallOptions {
	/** Passes everything on as it is: the paging of the call, the body of an error response, also while a limit is reached. */
	isExact?: boolean;
}

/** Parameters of a token request (Spec §3, §4.1). */
export type Grant =
	| { grant_type: 'authorization_code'; code: string; code_verifier?: string }
	| { grant_type: 'refresh_token'; refresh_token: string };

export interface TokenError {
	status: number;
	error: ErrorBody;
}

/**
 * Every call throws ProblemError service_unreachable, service_timeout, service_invalid_response, service_response_too_large,
 * overloaded, too_many_requests (the visitor's or person's share of the hourly budget is spent).
 */
export interface Upstream {
	/** Calls an operation. Reads are tried up to three times when the service cannot be reached, writes once. */
	call(call: Call, accessToken?: string, options?: CallOptions): Promise<ServiceResponse>;
	/** Calls the token endpoint, once. */
	token(grant: Grant): Promise<{ tokens: Tokens } | TokenError>;
	/** Operations whose calls are held back because the service could not be reached several times in a row. */
	pausedOperations(): string[];
	close(): Promise<void>;
}
