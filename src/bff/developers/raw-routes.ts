/**
 * Passes calls of the developers' console to the service, at `/api/v2`, and returns the service's status, body and
 * rate-limit headers. Caches nothing. Each request costs a call of the hourly budget, so people must be signed in,
 * unless the service is the embedded sandbox, which has no other users.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { directHeader } from '../../contract/bff-api/developers.ts';
import { apiPrefix } from '../../contract/paths.ts';
import type { Call } from '../../contract/spec/call.ts';
import { matchOperations } from '../../contract/spec/match-operation.ts';
import { type OperationName, operations } from '../../contract/spec/operations.ts';
import { bodyOf } from '../http/route-schemas.ts';
import type { Parts } from '../parts.ts';
import { notFound, outcomeUnknown, ProblemError, validInput } from '../problems/problem.ts';
import { callInput } from '../reads/call-input.ts';
import { noteChange } from '../relations/send-change.ts';
import { asPrivate } from '../session/caller.ts';
import { mayHaveHadEffect } from '../upstream/client.ts';

/** The console shows each response as the service sent it. */
const asSent = { isExact: true } as const;

const inputs = Object.fromEntries(
	Object.entries(operations).map(([name, { path }]) => [name, callInput(name as OperationName, path)]),
) as Record<OperationName, ReturnType<typeof callInput>>;

/** Finds the operation that a request calls. @throws ProblemError not_found, method_not_allowed, invalid_request */
function matchCall(request: FastifyRequest): Call {
	const { method, raw } = request;
	const [pathname = ''] = (raw.url ?? '').slice(apiPrefix.length).split('?', 1);
	const fitting = matchOperations(pathname);
	if (fitting.length === 0) throw new ProblemError('not_found', 'The specification has no such path.');
	const match = fitting.find(({ operation }) => operation.method === method);
	if (match === undefined)
		throw new ProblemError('method_not_allowed', `The specification has no ${method} for this path.`);
	if ((request.body ?? '') !== '')
		throw new ProblemError('invalid_request', 'Send parameters in the query, and no body.');
	const { params, parameters } = inputs[match.name];
	try {
		const path = params.parse(match.segment === '' ? {} : { id: decodeURIComponent(match.segment) });
		const query = validInput(parameters, request.query);
		return { operation: match.name, parameters: { ...query, ...path } };
	} catch (error) {
		if (error instanceof URIError || error instanceof z.ZodError) throw notFound();
		throw error;
	}
}

export function addRawRoutes(
	app: FastifyInstance,
	{ settings, upstream, callers, own, runInTurn }: Parts,
): void {
	app.route({
		method: ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'],
		url: `${apiPrefix}/v2/*`,
		schema: {
			summary:
				"An operation of the specification, for the developers' console: the service's own status, body and rate-limit headers.",
			response: { default: bodyOf('application/json') },
			problems: ['session', 'service', 'not_found', 'outcome_unknown'],
		},
		handler: async (request, reply) => {
			const call = matchCall(request);
			const caller = await (settings.sandbox === undefined ? callers.require : callers.find)(request);
			const isAnonymous = caller === null || request.headers[directHeader.toLowerCase()] === 'anonymous';
			const send = () => (isAnonymous ? upstream.call(call, undefined, asSent) : caller.call(call, asSent));
			const note = async (isSaved: boolean) => {
				if (request.method !== 'GET' && caller !== null) await noteChange(own, caller, call, isSaved);
			};
			const response = await send().catch(async (error: unknown) => {
				if (!mayHaveHadEffect(error)) throw error;
				await note(false);
				throw outcomeUnknown();
			});
			if (response.error === undefined || response.status >= 500) await note(response.status === 202);
			reply.header('cache-status', 'daybill; fwd=bypass');
			const { readBody } = response;
			const write = () => JSON.stringify(readBody() ?? null);
			return asPrivate(reply, response).send(readBody.isLong ? await runInTurn(write) : write());
		},
	});
}
