/**
 * Requests that Node's HTTP parser or Fastify's router rejects before a route is found. They get status 400 and the error
 * body of Spec §2.6 too, never the page of the parser or the router.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, requestLine, ServiceError } from './service-error.ts';

/** Responds where there is no request, only a connection, and closes it. */
function endRaw(socket: Duplex, error: ServiceError, request: string): void {
	if (socket.destroyed || !socket.writable) return void socket.destroy();
	const body = JSON.stringify(errorBody(error, request));
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
	ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
};

/** For Fastify's option of the same name. */
export function clientErrorHandler(error: Error & { code?: string }, socket: Duplex): void {
	if (error.code === 'ECONNRESET') return void socket.destroy();
	endRaw(socket, new ServiceError(999, details[error.code ?? ''] ?? 'this is not HTTP/1.1'), '');
}

/** For Fastify's option of the same name: a URL that is not percent-encoded UTF-8, or too long. */
export function frameworkErrors(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	respond(
		reply.raw,
		new ServiceError(107, 'the URL is too long, or not percent-encoded UTF-8'),
		requestLine(request.raw),
	);
}

function respond(response: ServerResponse, error: ServiceError, request: string): void {
	const body = JSON.stringify(errorBody(error, request));
	response.writeHead(400, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(body),
	});
	response.end(body);
}

/** Rejects CONNECT, and `Expect` headers other than `100-continue`. */
export function rejectOddRequests({ server }: FastifyInstance): void {
	server.on('connect', (request: IncomingMessage, socket: Duplex) =>
		endRaw(socket, new ServiceError(101), requestLine(request)),
	);
	server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
		respond(response, new ServiceError(999, 'this Expect header is not supported'), requestLine(request)),
	);
}
