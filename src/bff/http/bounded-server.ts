/**
 * Limits connections and pipelining (RFC 9112 §9.3.2): Node parses all requests that arrive in one packet, and
 * offers no limit. Browsers and proxies send one request at a time per connection.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { connectionTimes } from '../../servers/connection-times.ts';
import { visitorOf } from '../../servers/visitor.ts';
import type { BffSettings } from '../settings.ts';

/** Per connection: the current request and the next, which may be sent as soon as the response is read. */
const maxUnanswered = 2;
/** Per address, except trusted proxies. A browser opens up to six. */
const maxConnections = 256;
const refusal = { addresses: 10_000, ms: 10_000 } as const;

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

/**
 * An HTTP server that closes a connection with more than two unanswered requests. It closes the other
 * connections of that address (IPv6: /64) too, before their packets are parsed, and refuses new ones for ten
 * seconds. Also refuses connections beyond {@link maxConnections}.
 */
export function createBoundedServer(
	serve: (request: IncomingMessage, response: ServerResponse) => void,
	{ trustProxy }: Pick<BffSettings, 'trustProxy'>,
): Server {
	const proxies = addressList(trustProxy || []);
	const isProxy = ({ remoteAddress: address = '' }: Socket) => proxies.check(address, familyOf(address));
	const refused = new LRUCache<string, true>({ max: refusal.addresses, ttl: refusal.ms });
	const connections = new Map<string, Set<Socket>>();
	const unanswered = new WeakMap<object, number>();
	const { keepAliveTimeout, requestTimeout, connectionTimeout } = connectionTimes.fastify;
	const refuse = (visitor: string) => {
		refused.set(visitor, true);
		for (const socket of connections.get(visitor) ?? []) socket.destroy();
	};
	const serveBounded = (request: IncomingMessage, response: ServerResponse) => {
		const { socket } = request;
		// Requests already parsed from the same packet still arrive here.
		if (socket.destroyed) return;
		const count = (unanswered.get(socket) ?? 0) + 1;
		if (count > maxUnanswered) {
			if (!isProxy(socket)) refuse(visitorOf(socket.remoteAddress ?? ''));
			socket.destroy();
			return;
		}
		unanswered.set(socket, count);
		response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
		serve(request, response);
	};
	const server = createServer({
		...connectionTimes.node,
		keepAliveTimeout,
		requestTimeout,
		// Node would reject a request without a host before any limit counts it; known-hosts.ts rejects it.
		requireHostHeader: false,
	});
	server.on('request', serveBounded);
	// Node would reject these before any limit counts them. A server may ignore the expectation (RFC 9110 §10.1.1).
	server.on('checkExpectation', serveBounded);
	server.on('connection', (socket) => {
		if (isProxy(socket)) return;
		const visitor = visitorOf(socket.remoteAddress ?? '');
		const sockets = connections.get(visitor) ?? new Set();
		if (refused.has(visitor) || sockets.size >= maxConnections) {
			socket.destroy();
			return;
		}
		connections.set(visitor, sockets.add(socket));
		socket.once('close', () => {
			sockets.delete(socket);
			if (sockets.size === 0) connections.delete(visitor);
		});
	});
	return server.setTimeout(connectionTimeout);
}
