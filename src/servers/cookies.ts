import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';

/** A browser sends fewer than ten of the app's cookies. */
const maxCookies = 20;

/**
 * Adds `request.cookies` with the app's cookies only, because parsing a header of malformed ones takes 20 ms.
 * @param names matches the beginning of the app's cookie names
 */
export async function addCookies(app: FastifyInstance, names: RegExp): Promise<void> {
	app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
		const own = headers.cookie?.split(/;\s*/).filter((pair) => names.test(pair));
		headers.cookie = own?.slice(0, maxCookies).join('; ');
		done();
	});
	await app.register(cookie);
}
