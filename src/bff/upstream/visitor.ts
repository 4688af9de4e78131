import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { visitorOf } from '../../servers/visitor.ts';
import { ProblemError } from '../http/problem.ts';

const visitors = new AsyncLocalStorage<string>();

/** Undefined outside of requests. */
export const currentVisitor = (): string | undefined => visitors.getStore();

export function addVisitorContext(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => visitors.run(visitorOf(request.ip), done));
}

/** Counts work against another quota than the visitor's pages, such as building an index. */
export const asVisitor = <Result>(name: string, work: () => Result): Result => visitors.run(name, work);

/** Of any kind, here or at the service. */
export const isLimit = (error: unknown): error is ProblemError =>
	error instanceof ProblemError &&
	['overloaded', 'calls_reserved', 'too_many_requests'].includes(error.problem.reason);

/** This visitor's, rather than the service's. */
export const isOwnLimit = (error: unknown): error is ProblemError =>
	isLimit(error) && error.problem.code === undefined;

/**
 * Another visitor's request may have started the load. If it fails because of that visitor's limits, this one
 * loads again.
 * @param join starts the load, or joins the one in progress
 */
export async function joinLoad<Value>(
	load: () => Promise<Value>,
	join: (load: () => Promise<Value>) => Promise<Value>,
): Promise<Value> {
	let isOwn = false;
	try {
		return await join(() => {
			isOwn = true;
			return load();
		});
	} catch (error) {
		if (isOwn || !isOwnLimit(error)) throw error;
		return load();
	}
}
