/**
 * What Node's HTTP parser or Fastify's router refuses before a route is found: it gets the error body of Spec §2.6 and
 * status 400 too, never a page of theirs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, ServiceError } from './service-error.ts';

const asked = ({ method = '', url = '' }: { method?: string | undefined; url?: string | undefined }) =>
	`${method} ${url.split('?')[0]}`;

/** There is no request, only a connection to answer and close. */
function endRaw(socket: Duplex, refusal: ServiceError, request: string): void {
	if (socket.destroyed || !socket.writable) return void socket.destroy();
	const body = JSON.stringify(errorBody(refusal, request));
	socket.end(
		[
			'HTTP/1.1 400 Bad Request',
			'content-type: application/json; charset=utf-8',
			`content-length: ${Buffer.byteLength(body)}`,
			'connection: close',
			'',
			body,
		].join('\r\n'),
	);
}

const details: Record<string, string> = {
	HPE_HEADER_OVERFLOW: 'the headers are too large',
	ERR_HTTP_REQUEST_TIMEOUT: 'the request did not arrive in time',
};

/** For Fastify's option of the same name. */
export function clientErrorHandler(error: Error & { code?: string }, socket: Duplex): void {
	if (error.code === 'ECONNRESET') return void socket.destroy();
	endRaw(socket, new ServiceError(999, details[error.code ?? ''] ?? 'this is not HTTP/1.1'), '');
}

/** For Fastify's option of the same name: an address that is not percent-encoded UTF-8, or too long. */
export function frameworkErrors(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	answer(reply.raw, new ServiceError(107, 'the address is not percent-encoded UTF-8'), asked(request.raw));
}

function answer(response: ServerResponse, refusal: ServiceError, request: string): void {
	const body = JSON.stringify(errorBody(refusal, request));
	response.writeHead(400, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(body),
	});
	response.end(body);
}

/** CONNECT, and expectations that nobody can meet. */
export function refuseOddRequests({ server }: FastifyInstance): void {
	server.on('connect', (request: IncomingMessage, socket: Duplex) =>
		endRaw(socket, new ServiceError(101), asked(request)),
	);
	server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
		answer(response, new ServiceError(999, 'the Expect header cannot be met'), asked(request)),
	);
}
