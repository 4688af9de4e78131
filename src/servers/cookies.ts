import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';

/** A browser sends fewer than ten of the app's cookies. */
const maxCookies = 20;

/** A browser sends fewer than 200 cookies per site. Separating 14,000 takes six milliseconds. */
const maxPairs = 500;

/**
 * Adds `request.cookies` with the app's cookies only, because parsing a header of malformed ones takes 20 ms.
 * @param names match the app's cookies, the most important first: only twenty are kept, and programs on this host or a
 * subdomain can set any number
 */
export async function addCookies(app: FastifyInstance, names: readonly RegExp[]): Promise<void> {
	app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
		// Not `\s`: browsers accept a cookie named U+00A0 and `__Host-…` from a subdomain.
		const pairs = headers.cookie?.split(/;[ \t]*/, maxPairs);
		const own = pairs && names.flatMap((name) => pairs.filter((pair) => name.test(pair)));
		headers.cookie = own?.slice(0, maxCookies).join('; ');
		done();
	});
	await app.register(cookie);
}
