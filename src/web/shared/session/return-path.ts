/** Where a person returns to after signing in: a path of this site, never another URL. */
import { pagePatterns } from '../../../contract/paths.ts';

const origin = 'http://here';

/** Slashes and dots as something that decodes the path first would see them. */
const decodeSeparators = (path: string): string => path.replaceAll(/%2f|%5c/gi, '/').replaceAll(/%2e/gi, '.');

/** The path when it is a local one; `/` for anything that a browser could read as another site. */
export function localPath(value: unknown): string {
	const isLocal = typeof value === 'string' && /^\/(?!\/|%5c|%2f|%09|\.\.)[^\\\p{Cc}]*$/iu.test(value);
	const url = isLocal ? URL.parse(value, origin) : null;
	if (!isLocal || url?.origin !== origin) return '/';
	// Dot segments are removed when a path is resolved: `/.//e` becomes `//e`, which is another site when resolved again.
	const [path = ''] = value.split(/[?#]/, 1);
	const resolved = URL.parse(decodeSeparators(path), origin);
	const isOtherSite = resolved?.origin !== origin || resolved.pathname.startsWith('//');
	// Returning to the callback would be a sign-in without a code.
	return isOtherSite || url.pathname === pagePatterns.callback ? '/' : value;
}
