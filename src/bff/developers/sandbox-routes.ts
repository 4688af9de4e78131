/**
 * `/developers/sandbox/*`: the embedded sandbox's control API (design §7) for the developers' console. There only when
 * this process runs with its sandbox and the sandbox has its control API; never in front of a service of somebody's own.
 */
import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import { ProblemError } from '../problem.ts';

/** What the console may do; everything else is not there. */
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
		url: '/developers/sandbox/*',
		handler: async ({ method, params, body }, reply) => {
			const path = `/${params['*']}`;
			if (allowed[method]?.test(path) !== true)
				throw new ProblemError('not_found', 'The console has no such control.');
			const answer = await request(`${origin}/_sandbox${path}`, {
				method,
				headers: body === undefined ? {} : { 'content-type': 'application/json' },
				body: body === undefined || body === null ? null : JSON.stringify(body),
				signal: AbortSignal.timeout(10_000),
			});
			return reply
				.code(answer.statusCode)
				.type('application/json; charset=utf-8')
				.send((await answer.body.text()) || '{}');
		},
	});
}
