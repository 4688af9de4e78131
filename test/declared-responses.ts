/** Checks every response of every BFF in this process against what its route declares. */
import { subscribe } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { expect } from 'vitest';
import { z } from 'zod';
import { problemKinds, problemSchema } from '../src/contract/bff-api/problem.ts';

const undeclared: string[] = [];

function textOf(payload: unknown, encoding: unknown): string {
	const bytes = Buffer.from(payload as string | Buffer);
	const decode = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : undefined;
	return String(decode?.(bytes) ?? bytes);
}

/** What is wrong with a response; undefined if nothing. */
function complaintAbout({ routeOptions }: FastifyRequest, reply: FastifyReply, payload: unknown) {
	const { summary, response = {}, problems = [] } = routeOptions.schema ?? {};
	const type = String(reply.getHeader('content-type'));
	const isSent = typeof payload === 'string' || Buffer.isBuffer(payload);
	if (!isSent || !type.includes('json') || routeOptions.config.isFile) return undefined;
	const body: unknown = JSON.parse(textOf(payload, reply.getHeader('content-encoding')));
	if (type.startsWith('application/problem+json')) {
		const { reason } = problemSchema.parse(body);
		const [, , from] = problemKinds[reason];
		const isDeclared = [...problems, 'any'].some((each) => each === reason || each === from);
		return isDeclared || summary === undefined ? undefined : `problem ${reason}`;
	}
	const schemas = response as Record<string, z.ZodType>;
	const schema = schemas[reply.statusCode] ?? schemas.default;
	const { data, error } = (schema ?? z.never()).safeParse(body);
	if (error !== undefined) return `status ${reply.statusCode}: ${z.prettifyError(error)}`;
	const declared: unknown = JSON.parse(JSON.stringify(data));
	return isDeepStrictEqual(declared, body) ? undefined : `more than ${JSON.stringify(declared)}`;
}

subscribe('fastify.initialization', (message) => {
	const { fastify } = message as { fastify: FastifyInstance };
	fastify.addHook('onSend', (request, reply, payload, done) => {
		// Only the BFF sends this header.
		const complaint = reply.hasHeader('x-request-id') ? complaintAbout(request, reply, payload) : undefined;
		if (complaint !== undefined)
			undeclared.push(`${request.method} ${request.routeOptions.url}: ${complaint}`);
		done();
	});
});

export const expectDeclaredResponses = () => expect(undeclared.splice(0)).toEqual([]);
