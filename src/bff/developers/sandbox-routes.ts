/**
 * Routes for the developers' console, which exist only with the embedded sandbox. `/developers/sandbox/*` forwards to
 * the sandbox's control API. `POST /developers/conformance` checks the sandbox: a check of another service would use up
 * the hourly budget of all visitors.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { request } from 'undici';
import { z } from 'zod';
import { type ConformanceReport, conformanceReportSchema } from '../../contract/bff-api/conformance.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { isFromThisMachine } from '../../servers/local-request.ts';
import { joinRunning } from '../fairness/join-load.ts';
import { bodyOf } from '../http/route-schemas.ts';
import { ProblemError } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';

/** Calls that the console may make. Their responses contain no secrets. */
const allowed: Readonly<Record<string, RegExp>> = {
	GET: /^\/state$/,
	POST: /^\/(clock|faults|reset)$/,
	PATCH: /^\/(users|apps)\/(?!\.\.?$)[\w.-]{1,64}$/,
	DELETE: /^\/faults$/,
};

/** The sandbox's control API requires this header, because pages of other sites can't send it. */
const controlHeader = { 'x-daybill-sandbox-control': '1' } as const;

export function addSandboxRoutes(
	app: FastifyInstance,
	{ origin, checkConformance }: NonNullable<BffSettings['sandbox']>,
	publicUrl: string,
): void {
	/** The control API accepts all requests of the BFF, so the BFF must reject requests from other machines. */
	const onRequest = async ({ raw }: FastifyRequest) => {
		if (!isFromThisMachine(raw, publicUrl))
			throw new ProblemError('csrf', "Only browsers on the sandbox's machine may use the controls.");
	};
	app.route({
		method: ['GET', 'POST', 'PATCH', 'DELETE'],
		url: bffPatterns.sandboxControl,
		schema: {
			summary: "A call of the embedded sandbox's control API.",
			params: z.object({ '*': z.string() }),
			response: { default: bodyOf('application/json') },
			problems: ['not_found'],
		},
		onRequest,
		handler: async ({ method, params, body }, reply) => {
			const path = `/${params['*']}`;
			if (allowed[method]?.test(path) !== true)
				throw new ProblemError('not_found', 'There is no such control.');
			const response = await request(`${origin}/_sandbox${path}`, {
				method,
				headers: { ...controlHeader, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
				body: body === undefined || body === null ? null : JSON.stringify(body),
				signal: AbortSignal.timeout(10_000),
			});
			return reply
				.code(response.statusCode)
				.type('application/json; charset=utf-8')
				.send(await response.body.text());
		},
	});
	const running = new Map<string, Promise<ConformanceReport>>();
	const schema = {
		summary: 'Checks the embedded sandbox against the specification.',
		response: { 200: conformanceReportSchema },
	};
	app.post(bffPatterns.conformance, { onRequest, schema }, () => joinRunning(running, '', checkConformance));
}
