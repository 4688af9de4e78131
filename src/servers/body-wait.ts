import type { FastifyRequest } from 'fastify';

/**
 * Waits until a request's body is complete or too long, before the request takes a place: incomplete requests must delay
 * no others. `connectionTimes` limits the wait.
 * @throws the error that `disconnected` returns, if the client disconnects
 */
export async function waitForBody(
	{ raw, routeOptions: { bodyLimit } }: FastifyRequest,
	disconnected: () => Error,
): Promise<void> {
	const length = Number(raw.headers['content-length'] ?? 0);
	const hasBody = length > 0 || raw.headers['transfer-encoding'] !== undefined;
	if (!hasBody || length > bodyLimit || raw.complete) return;
	const { promise, resolve } = Promise.withResolvers<void>();
	const check = () => {
		if (raw.complete || raw.readableLength > bodyLimit) resolve();
	};
	raw.on('readable', check).once('close', resolve);
	await promise;
	raw.off('readable', check);
	if (raw.destroyed) throw disconnected();
}
