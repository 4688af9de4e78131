/** Headers about the session. */

/** Required, with the value `1`, on the app's calls to the BFF (`bff/http/same-site.ts`); without it, these get 403. */
export const csrfHeader = 'X-CSRF';

/**
 * The epoch of the session for which a call is made. If the cookie is another person's by then, because they have
 * signed in in another tab, the call fails as if nobody were signed in.
 */
export const epochHeader = 'X-Epoch';
