/** Where a person returns to after signing in: a path of this site, never another URL (checklist 15). */

/** The path when it is a local one; `/` for anything that a browser could read as another site. */
export function localPath(value: unknown): string {
	const isLocal = typeof value === 'string' && /^\/(?!\/|%5c|%2f|%09|\.\.)[^\\\p{Cc}]*$/iu.test(value);
	const url = isLocal ? URL.parse(value, 'http://here') : null;
	// Coming back to the callback would be a sign-in without a code.
	return isLocal && url?.host === 'here' && url.pathname !== '/callback' ? value : '/';
}
