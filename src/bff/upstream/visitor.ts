/** The visitor that pays for calls to the service. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { visitorOf } from '../../servers/visitor.ts';

const visitors = new AsyncLocalStorage<string>();

/** IP address (IPv6: /64); undefined outside of requests. */
export const currentVisitor = (): string | undefined => visitors.getStore();

export function addVisitorContext(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => visitors.run(visitorOf(request.ip), done));
}

/** Runs work that a visitor started but doesn't pay for, such as building an index. */
export const asVisitor = <Result>(name: string, work: () => Result): Result => visitors.run(name, work);
