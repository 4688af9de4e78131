/**
 * Limits connections, pipelined requests (RFC 9112 §9.3.2) and chunks (§7.1). Node has no such limits, and parses all
 * requests and chunks of a packet at once. Browsers and proxies send one request at a time, in few chunks.
 */
import { AsyncResource } from 'node:async_hooks';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { connectionTimes } from './connection-times.ts';
import { visitorOf } from './visitor.ts';

/** Open connections of an address, except a trusted proxy's. A browser opens up to six; a school has one address. */
export const maxConnections = 256;
/** How long a closed connection, or a rejected request, still keeps its place, to slow down a flood of them. */
export const pauseMs = 500;
/** Requests of a connection: one runs, and the next waits until its response is sent. */
const maxUnanswered = 2;
/** The end of a request's headers, and of a chunked body. */
const blankLine = '\r\n\r\n';
const maxBlankLines = 2 * maxUnanswered;
/** Limit of a request's lines plus packets. A chunk has two lines, and takes 400 bytes while it waits to be read. */
const maxLines = 500;

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function addressList(ranges: readonly string[]): BlockList {
	const list = new BlockList();
	for (const range of ranges) {
		const [address = '', bits] = range.split('/');
		if (bits === undefined) list.addAddress(address, familyOf(address));
		else list.addSubnet(address, Number(bits), familyOf(address));
	}
	return list;
}

/** Counts how often a text occurs in a packet. Stops at `max + 1`. */
function countOf(text: string, packet: Buffer, max: number): number {
	let [count, at] = [0, packet.indexOf(text)];
	for (; at !== -1 && count <= max; at = packet.indexOf(text, at + text.length)) count += 1;
	return count;
}

/** Lines and packets that each connection has sent since its last response. */
const linesSent = new WeakMap<Socket, number>();

/**
 * Closes a connection that sends too many requests in a packet, or too many chunks. Also empties the packet: Node's
 * parser, the next listener, would spend 60 ms on it although the connection is closed.
 */
function refuseFlood(this: Socket, packet: Buffer): void {
	const lines = (linesSent.get(this) ?? 0) + 1 + countOf('\r\n', packet, maxLines);
	linesSent.set(this, lines);
	if (lines <= maxLines && countOf(blankLine, packet, maxBlankLines) <= maxBlankLines) return;
	this.destroy();
	// The parser stops at the first zero.
	packet.fill(0);
}

/**
 * Creates an HTTP server that closes a connection with more than two unanswered requests, or with too many chunks. The
 * other connections of its address stay open. If an address opens more than {@link maxConnections}, its oldest
 * connection without a complete request is closed, or the new one if all have one. A closed connection counts for
 * {@link pauseMs} longer.
 */
export function createBoundedServer(
	serve: (request: IncomingMessage, response: ServerResponse) => void,
	{ trustProxy }: { trustProxy?: false | readonly string[] },
): Server {
	const proxies = addressList(trustProxy || []);
	const connections = new Map<string, Set<Socket>>();
	/** The unanswered requests of each connection. The first one is running. */
	const unanswered = new WeakMap<Socket, { request: IncomingMessage; begin: () => void }[]>();
	const { keepAliveTimeout, requestTimeout, connectionTimeout } = connectionTimes.fastify;
	const serveBounded = (request: IncomingMessage, response: ServerResponse) => {
		const { socket } = request;
		// Requests that Node has parsed from the same packet still arrive.
		if (socket.destroyed) return;
		const requests = unanswered.get(socket) ?? [];
		if (requests.length === maxUnanswered) return void socket.destroy();
		unanswered.set(socket, requests);
		// Otherwise, the request would run in the async context of the previous one.
		requests.push({ request, begin: AsyncResource.bind(() => serve(request, response)) });
		response.once('close', () => {
			requests.shift();
			linesSent.delete(socket);
			if (socket.writable) requests[0]?.begin();
		});
		if (requests.length === 1) requests[0]?.begin();
	};
	const server = createServer({
		...connectionTimes.node,
		keepAliveTimeout,
		requestTimeout,
		// Node would reject a request without a host before any limit counts it. `known-hosts.ts` rejects it.
		requireHostHeader: false,
	});
	server.on('request', serveBounded);
	// Node would reject an unknown `Expect` before any limit counts the request. It may be ignored (RFC 9110 §10.1.1).
	server.on('checkExpectation', serveBounded);
	server.on('connection', (socket) => {
		socket.prependListener('data', refuseFlood);
		const { remoteAddress: address = '' } = socket;
		if (proxies.check(address, familyOf(address))) return;
		const visitor = visitorOf(address);
		const sockets = connections.get(visitor) ?? new Set();
		if (sockets.size >= maxConnections) {
			const isIdle = (each: Socket) =>
				!each.destroyed && !unanswered.get(each)?.some(({ request }) => request.complete);
			const idle = sockets.size < 2 * maxConnections ? [...sockets].find(isIdle) : undefined;
			(idle ?? socket).destroy();
			if (idle === undefined) return;
		}
		connections.set(visitor, sockets.add(socket));
		const forget = () => {
			sockets.delete(socket);
			if (sockets.size === 0) connections.delete(visitor);
		};
		socket.once('close', () => setTimeout(forget, pauseMs).unref());
	});
	return server.setTimeout(connectionTimeout);
}
