/** Requests and responses of the session endpoints under `/auth`, and the headers about the session. */
import type { ProblemReason } from './problem.ts';

/** Required, with the value `1`, on every call under /auth, /search and /api; without it, the BFF returns 403. */
export const csrfHeader = 'X-CSRF';

/**
 * The epoch of the session for which a call is made. If the cookie is another person's by then, because they have
 * signed in in another tab, the call fails as if nobody were signed in.
 */
export const epochHeader = 'X-Epoch';

/** Body of `POST /auth/login`, sent before a sign-in. Response: 204 and the nonce cookie. */
export interface LoginRequest {
	state: string;
}

/** Body of `POST /auth/token`. Response: a {@link Session}, the service's own error body, or a problem. */
export type TokenRequest =
	| { grant_type: 'authorization_code'; code: string; state: string; code_verifier?: string | undefined }
	| { grant_type: 'refresh_token' };

/** Optional body of `POST /auth/logout`. Response: 204. */
export interface LogoutRequest {
	/** Whether to end all of the user's sessions, not just this one. */
	everywhere: boolean;
}

/** Response of `GET /auth/session`: the only proof that someone is signed in. */
export type Session =
	| {
			signed_in: false;
			/** Why this browser's session ended; sent until it signs in or out. */
			ended?: ProblemReason;
	  }
	| {
			signed_in: true;
			/**
			 * Opaque id of the person, or of the session if the service sends no user id. Part of the keys under which the
			 * browser stores their data.
			 */
			epoch: string;
			/** Empty if the service sends none. */
			service_user_id: string;
			scope: string;
			/** When the access token was received, and when it expires (its lifetime, counted from then), ISO 8601. */
			token_received_at: string;
			token_expires_at: string;
	  };

/** Response of `/auth/calendar` (GET, POST, DELETE). The secret URL is sent only once, on creation. */
export interface CalendarUrl {
	exists: boolean;
	url?: string;
}
