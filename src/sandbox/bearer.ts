/** Identifies the caller of a data API call by its bearer token, and checks scope and limits (Spec §5, §8). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../contract/spec/operations.ts';
import { checkTrialUser } from './applications.ts';
import type { Sandbox } from './sandbox.ts';
import { ServiceError } from './service-error.ts';

/**
 * Checks the caller of an operation and counts the call. The headers of Spec §8 are set even when the call fails for another
 * reason, spelled as in the specification.
 *
 * @returns the caller's user id; undefined for a call without a token where none is needed
 * @throws ServiceError 102, 103, 104, 105, 106, 108, 109, 110, 111, 112, 121, 122, 123, 128
 */
export function identify(
	sandbox: Sandbox,
	operation: Operation,
	request: FastifyRequest,
	reply: FastifyReply,
): string | undefined {
	const header = request.headers.authorization;
	const token = header === undefined ? undefined : /^Bearer +([\w~+/.=-]+)$/i.exec(header)?.[1];
	if (token === undefined) {
		if (header !== undefined || operation.tokenRequired) throw new ServiceError(102);
		sandbox.limits.countAnonymous(request.ip);
		return undefined;
	}

	const { clientId, userId, scopes } = sandbox.tokens.check(token);
	const application = sandbox.applications.find(clientId);
	const { headers, error } = sandbox.limits.count({
		userId,
		clientId,
		level: application.level,
		scope: operation.scope,
		ip: request.ip,
	});
	// Fastify would write header names in lower case.
	for (const [name, value] of headers) reply.raw.setHeader(name, value);
	sandbox.users.checkUsable(userId);
	checkTrialUser(application, userId);
	if (!application.scopes.includes(operation.scope)) throw new ServiceError(109);
	if (!scopes.includes(operation.scope)) throw new ServiceError(108);
	if (error !== undefined) throw error;
	return userId;
}
