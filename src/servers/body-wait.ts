/** Waits for a request's body before the request takes a place, so that incomplete requests delay no others. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { pauseMs } from './bounded-server.ts';
import { networkOf, visitorOf } from './visitor.ts';

/**
 * Requests of a visitor (IPv6: of a /48) whose bodies are arriving. If there is one more, the connection of the oldest is
 * closed, unless its body is complete {@link pauseMs} later.
 */
const maxIncomplete = 64;

/** @param disconnected the error to throw if the client disconnects before the body is complete */
export function createBodyWait(disconnected: () => Error) {
	/** Requests whose bodies are arriving, by visitor (IPv6: by /48). */
	const incomplete = new Map<string, Set<IncomingMessage>>();
	/** Waits until the body is complete or too long. */
	return async ({ ip, raw, routeOptions: { bodyLimit } }: FastifyRequest): Promise<void> => {
		const length = Number(raw.headers['content-length'] ?? 0);
		const hasBody = length > 0 || raw.headers['transfer-encoding'] !== undefined;
		if (!hasBody || length > bodyLimit || raw.complete) return;
		const visitor = visitorOf(ip);
		const key = networkOf(visitor) ?? visitor;
		const requests = incomplete.get(key) ?? new Set();
		incomplete.set(key, requests.add(raw));
		const [oldest] = requests;
		if (requests.size > maxIncomplete && oldest !== undefined) {
			requests.delete(oldest);
			void wait(pauseMs, undefined, { ref: false }).then(() => oldest.complete || oldest.destroy());
		}
		const { promise, resolve } = Promise.withResolvers<void>();
		const check = () => {
			if (raw.complete || raw.readableLength > bodyLimit) resolve();
		};
		raw.on('readable', check).once('close', resolve);
		await promise;
		raw.off('readable', check);
		requests.delete(raw);
		if (requests.size === 0 && incomplete.get(key) === requests) incomplete.delete(key);
		if (raw.destroyed) throw disconnected();
	};
}
