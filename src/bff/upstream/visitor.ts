/** The visitor whose quota calls to the service count against. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { visitorOf } from '../../servers/visitor.ts';
import { hasReason, type ProblemError } from '../http/problem.ts';

const visitors = new AsyncLocalStorage<string>();

/** IP address (IPv6: /64), after `foreign` for requests from other sites; undefined outside of requests. */
export const currentVisitor = (): string | undefined => visitors.getStore();

const foreign = 'foreign ';
/** Whether another site's page caused a visitor's calls, by navigations or embeds. */
export const isForeign = (visitor: string): boolean => visitor.startsWith(foreign);
export const withoutForeign = (visitor: string): string => visitor.replace(foreign, '');

/** Other sites' pages can navigate and load embeds endlessly. They must not use up the visitor's own calls. */
export function addVisitorContext(app: FastifyInstance): void {
	app.addHook('onRequest', ({ ip, headers }, _reply, done) => {
		const isFromElsewhere = ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
		visitors.run(`${isFromElsewhere ? foreign : ''}${visitorOf(ip)}`, done);
	});
}

/** Runs work that counts against a different quota than the visitor's pages, such as building an index. */
export const asVisitor = <Result>(name: string, work: () => Result): Result => visitors.run(name, work);

/** Whether a call failed because of a limit, here or at the service. */
export const isLimit = (error: unknown): error is ProblemError =>
	hasReason(error, 'overloaded', 'calls_reserved', 'too_many_requests');

/** Whether a call failed because of this visitor's limits, rather than the service's. */
export const isOwnLimit = (error: unknown): error is ProblemError =>
	isLimit(error) && error.problem.code === undefined;
