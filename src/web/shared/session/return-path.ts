import { pagePatterns } from '../../../contract/paths.ts';

const origin = 'http://here';

/** As a proxy that decodes the path first would see it. */
const decodeSeparators = (path: string): string => path.replaceAll(/%2f|%5c/gi, '/').replaceAll(/%2e/gi, '.');

/** Where to return after a sign-in: the path if local, `/` for anything that could be read as another site. */
export function localPath(value: unknown): string {
	const isLocal = typeof value === 'string' && /^\/(?!\/|%5c|%2f|%09|\.\.)[^\\\p{Cc}]*$/iu.test(value);
	const url = isLocal ? URL.parse(value, origin) : null;
	if (!isLocal || url?.origin !== origin) return '/';
	// Resolving removes dot segments: `/.//e` becomes `//e`, which is another site when resolved again.
	const [path = ''] = value.split(/[?#]/, 1);
	const resolved = URL.parse(decodeSeparators(path), origin);
	const isOtherSite = resolved?.origin !== origin || resolved.pathname.startsWith('//');
	// The callback needs a code.
	return isOtherSite || url.pathname === pagePatterns.callback ? '/' : value;
}
