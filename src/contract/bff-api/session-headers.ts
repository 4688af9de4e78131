/** Headers about the session. */

/** The app's calls to the BFF need this header with the value `1`, or get 403 (`bff/http/same-site.ts`). */
export const csrfHeader = 'X-CSRF';

/**
 * The epoch of the session for which a call is made. If the cookie is another person's by then, because they have
 * signed in in another tab, the call fails as if nobody were signed in.
 */
export const epochHeader = 'X-Epoch';
