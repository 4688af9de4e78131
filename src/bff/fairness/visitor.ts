/** The visitor whose quota calls to the service count against. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { visitorOf } from '../../servers/visitor.ts';
import { hasReason, type ProblemError } from '../problems/problem.ts';

const visitors = new AsyncLocalStorage<string>();

/** The visitor's address (IPv6: /64), prefixed with the call's cause if that cause has a share of its own. */
const currentPayer = (): string | undefined => visitors.getStore();

/** Prefixes for calls caused by other sites' pages, and by indexing for search. */
const [foreign, search] = ['foreign ', 'search '];

/**
 * The fraction of a visitor's calls that each cause may use: other sites' pages can navigate and load embeds
 * endlessly, and a large city has a hundred pages to index.
 */
export const causes = [
	{ prefix: search, share: 0.6 },
	{ prefix: foreign, share: 0.4 },
];

const withoutCauses = (payer: string): string =>
	causes.reduce((rest, { prefix }) => rest.replace(prefix, ''), payer);

/** IP address (IPv6: /64); undefined outside of requests. */
export function currentVisitor(): string | undefined {
	const payer = currentPayer();
	return payer && withoutCauses(payer);
}

/** Who makes a call: the person if it has their token, else the visitor. */
export const callerOf = (person: string | undefined): string | undefined =>
	person === undefined ? currentVisitor() : `person:${person}`;

/** Whose quota a call counts against: the caller's, prefixed with the call's causes. */
export function payerOf(person: string | undefined): string | undefined {
	const [caller, payer = ''] = [callerOf(person), currentPayer()];
	if (caller === undefined) return undefined;
	return `${payer.slice(0, payer.length - withoutCauses(payer).length)}${caller}`;
}

export function addVisitorContext(app: FastifyInstance): void {
	app.addHook('onRequest', ({ ip, headers }, _reply, done) => {
		const isFromElsewhere = ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
		visitors.run(`${isFromElsewhere ? foreign : ''}${visitorOf(ip)}`, done);
	});
}

/** The current visitor, with the prefix for indexing. */
export const searchingVisitor = (): string => `${search}${currentPayer() ?? ''}`;

/** Runs work whose calls count against this visitor, such as `searchingVisitor()`. */
export const asVisitor = <Result>(visitor: string, work: () => Result): Result => visitors.run(visitor, work);

/** Whether a call failed because of a limit, here or at the service. */
export const isLimit = (error: unknown): error is ProblemError =>
	hasReason(error, 'overloaded', 'calls_reserved', 'too_many_requests');

/** Whether a call failed because of this visitor's limits, rather than the service's. */
export const isOwnLimit = (error: unknown): error is ProblemError =>
	isLimit(error) && error.problem.code === undefined;
