/** Runs each visitor's requests one after another, so that no visitor delays the others, or the BFF. */
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { waitForBody } from '../../servers/body-wait.ts';
import { isFromThisMachine } from '../../servers/local-request.ts';
import { visitorOf } from '../../servers/visitor.ts';
import { ServiceError } from './service-error.ts';

/** The server limits how many connections and requests of a visitor can wait. */
export function addRequestQueues(app: FastifyInstance): void {
	/** Each visitor's last request: resolves when it and those before it have ended. */
	const last = new Map<string, Promise<void>>();
	const ends = new WeakMap<FastifyRequest, () => void>();
	app.addHook('onRequest', async (request, { raw }) => {
		if (isFromThisMachine(request)) return;
		await waitForBody(request, () => new ServiceError(999, 'the request is incomplete'));
		const visitor = visitorOf(request.ip);
		const before = last.get(visitor);
		const { promise: ended, resolve } = Promise.withResolvers<void>();
		ends.set(request, resolve);
		raw.once('close', resolve);
		// Lets other visitors' requests run between two of one visitor.
		const turn = Promise.all([before, ended]).then(() => setImmediate());
		last.set(visitor, turn);
		void turn.then(() => last.get(visitor) === turn && last.delete(visitor));
		await before;
	});
	// Not `onResponse`: a client that doesn't read its response would delay others at its address.
	app.addHook('onSend', (request, _reply, _payload, done) => {
		ends.get(request)?.();
		done();
	});
}
