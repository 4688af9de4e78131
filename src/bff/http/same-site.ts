/** Rejects requests from other sites' pages (OAuth 2.0 for Browser-Based Apps, BFF: CSRF). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { csrfHeader } from '../../contract/bff-api/session-headers.ts';
import { bffPatterns, pagePatterns, serverPatterns } from '../../contract/paths.ts';
import { isForeignElement } from '../fairness/visitor.ts';
import { ProblemError } from '../problems/problem.ts';

const csrfHeaderName = csrfHeader.toLowerCase();

function problemOf({ headers, method }: FastifyRequest, origin: string): ProblemError | undefined {
	if (headers[csrfHeaderName] !== '1')
		return new ProblemError('csrf', `The header ${csrfHeader}: 1 is missing.`);
	const site = headers['sec-fetch-site'];
	if (site !== undefined && site !== 'same-origin')
		return new ProblemError('csrf', 'The request comes from another site.');
	if (method === 'GET' || method === 'HEAD') return undefined;
	if (headers.origin !== undefined && headers.origin !== origin)
		return new ProblemError('csrf', 'The request comes from another origin.');
	const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
	return hasBody && !/^application\/json\b/i.test(headers['content-type'] ?? '')
		? new ProblemError('csrf', 'The body must be JSON.')
		: undefined;
}

/**
 * Protects the routes that cause calls to the service and need no custom header. Other sites may link to them. But
 * images, frames, scripts and prefetches on other sites' pages could use up the calls of everyone who visits these
 * pages.
 */
export function rejectForeignElements(app: FastifyInstance): void {
	const linked: ReadonlySet<string | undefined> = new Set([
		...Object.values(pagePatterns),
		bffPatterns.eventCalendar,
		serverPatterns.card,
		serverPatterns.listCard,
		serverPatterns.cityFeed,
		serverPatterns.sitemap,
	]);
	app.addHook('onRequest', async (request) => {
		if (linked.has(request.routeOptions.url) && isForeignElement(request))
			throw new ProblemError('csrf', 'The request comes from an element or a script on another site.');
	});
}

/**
 * Protects the routes of the app's API. Every request needs a custom header: a form can't send it, and a script of
 * another origin would need CORS, which no origin gets. A write also needs the same origin, and a body that is JSON or
 * empty. Other requests fail with `csrf`. Responses are not cached unless a route says so.
 */
export function requireSameSite(app: FastifyInstance, publicUrl: string): void {
	const { origin } = new URL(publicUrl);
	app.addHook('onRequest', (request, reply, done) => {
		reply.header('cache-control', 'no-store');
		done(problemOf(request, origin));
	});
}
