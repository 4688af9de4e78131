/** Rejects requests that do not come from this site's own pages (design §4; OAuth 2.0 for Browser-Based Apps, BFF: CSRF). */
import type { FastifyRequest } from 'fastify';
import { csrfHeader } from '../../contract/bff-api/session.ts';
import { ProblemError } from './problem.ts';

const changes = (method: string) => method !== 'GET' && method !== 'HEAD';

/**
 * A hook for everything under /auth, /search and /api. Every request needs the custom header: a form cannot send it, and a
 * script of another origin would need CORS, which nobody gets. A request that changes something also needs the same
 * origin, and a body that is JSON or empty.
 *
 * @throws ProblemError csrf
 */
export function requireSameSite(publicUrl: string): (request: FastifyRequest) => Promise<void> {
	const { origin } = new URL(publicUrl);
	return async (request) => {
		const { headers, method } = request;
		if (headers[csrfHeader.toLowerCase()] !== '1')
			throw new ProblemError('csrf', `The header ${csrfHeader}: 1 is missing.`);
		const site = headers['sec-fetch-site'];
		if (site !== undefined && site !== 'same-origin')
			throw new ProblemError('csrf', 'The request comes from another site.');
		if (!changes(method)) return;
		if (headers.origin !== undefined && headers.origin !== origin)
			throw new ProblemError('csrf', 'The request comes from another origin.');
		const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
		if (hasBody && !/^application\/json\b/i.test(headers['content-type'] ?? ''))
			throw new ProblemError('csrf', 'The body must be JSON.');
	};
}
