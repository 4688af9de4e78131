import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';

/** A browser sends fewer than ten of the app's cookies. */
const maxCookies = 20;

/**
 * Adds `request.cookies` with the app's cookies only, because parsing a header of malformed ones takes 20 ms.
 * @param names match the beginnings of the app's cookies, the most important first: programs on this host or a
 * subdomain can set any number of others
 */
export async function addCookies(app: FastifyInstance, names: readonly RegExp[]): Promise<void> {
	// Splitting the header would take up to six milliseconds.
	const pairs = names.map(({ source }) => new RegExp(`(?:^|;)\\s*(${source}[^;]*)`, 'g'));
	app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
		const own = pairs.flatMap((pair) => [...(headers.cookie ?? '').matchAll(pair).take(maxCookies)]);
		headers.cookie = own
			.slice(0, maxCookies)
			.map(([, pair]) => pair)
			.join('; ');
		done();
	});
	await app.register(cookie);
}
