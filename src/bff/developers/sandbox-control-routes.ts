/**
 * `/developers/sandbox/*`: the embedded sandbox's control API (design §7) for the developers' console. Added only when this
 * process runs with its sandbox and the control API is on, never for any other service.
 */
import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import { bffPatterns } from '../../contract/paths.ts';
import { ProblemError } from '../http/problem.ts';

/** What the console may call; anything else is 404. */
const allowed: Readonly<Record<string, RegExp>> = {
	GET: /^\/state$/,
	POST: /^\/(clock|faults|reset)$/,
	PATCH: /^\/(users|apps)\/[\w.-]{1,64}$/,
	DELETE: /^\/faults$/,
};

/** @param origin of the sandbox */
export function addSandboxControlRoutes(app: FastifyInstance, origin: string): void {
	app.route<{ Params: { '*': string } }>({
		method: ['GET', 'POST', 'PATCH', 'DELETE'],
		url: bffPatterns.sandboxControl,
		handler: async ({ method, params, body }, reply) => {
			const path = `/${params['*']}`;
			if (allowed[method]?.test(path) !== true)
				throw new ProblemError('not_found', 'There is no such control.');
			const response = await request(`${origin}/_sandbox${path}`, {
				method,
				headers: body === undefined ? {} : { 'content-type': 'application/json' },
				body: body === undefined || body === null ? null : JSON.stringify(body),
				signal: AbortSignal.timeout(10_000),
			});
			return reply
				.code(response.statusCode)
				.type('application/json; charset=utf-8')
				.send((await response.body.text()) || '{}');
		},
	});
}
