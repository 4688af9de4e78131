/** The session endpoints under `/auth`: requests, responses and the CSRF header. Types only, free for the web bundle. */
import type { ProblemReason } from './problem.ts';

/** Header that every call under /auth, /search and /api carries, with the value `1`. Without it the response is 403. */
export const csrfHeader = 'X-CSRF';

/**
 * Header of every response to a call that was made in a session, with the epoch of that session ({@link Session}). The
 * service worker keeps such a response for that session only.
 */
export const epochHeader = 'X-Daybill-Session';

/** Body of `POST /auth/login`: the `state` of the sign-in that is about to start. Response: 204 and the nonce cookie. */
export interface LoginRequest {
	state: string;
}

/** Body of `POST /auth/token`. Response: a {@link Session}, the service's own error body, or a problem. */
export type TokenRequest =
	| { grant_type: 'authorization_code'; code: string; state: string; code_verifier?: string | undefined }
	| { grant_type: 'refresh_token' };

/** Body of `POST /auth/logout`, if it has one. Response: 204. */
export interface LogoutRequest {
	/** Whether all sessions of the person end, and not this one only. */
	everywhere: boolean;
}

/** The rate-limit headers last seen for this session (Spec §8); null where the service sent none. */
export interface RateLimit {
	user_limit: number | null;
	user_remaining: number | null;
	ip_limit: number | null;
	ip_remaining: number | null;
	/** When they were seen, ISO 8601. */
	seen_at: string;
}

/** Response of `GET /auth/session`: the only proof of being signed in. */
export type Session =
	| {
			signed_in: false;
			/** Why the session of this browser ended. Sent once. */
			ended?: ProblemReason;
	  }
	| {
			signed_in: true;
			/** Opaque value of this sign-in, different from the session id. What the browser keeps for the session is named by it. */
			epoch: string;
			/** Empty when the service does not say who signed in. */
			service_user_id: string;
			scope: string;
			/** When the access token was received, and when its lifetime, counted from then, ends: ISO 8601. */
			token_received_at: string;
			token_expires_at: string;
			rate_limit: RateLimit | null;
	  };

/** Response of `/auth/calendar` (GET, POST, DELETE). The secret URL is sent once, when it is created. */
export interface CalendarUrl {
	exists: boolean;
	url?: string;
}
