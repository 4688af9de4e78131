/** Tells which visitor sent a request, and whose quota its calls to the service count against. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { visitorOf } from '../../servers/visitor.ts';
import { hasReason, type ProblemError } from '../problems/problem.ts';
import { hourly } from './limits.ts';

/** Values of `Sec-Fetch-Dest` for a page inside another page. */
const framed: ReadonlySet<unknown> = new Set(['iframe', 'frame', 'fencedframe', 'object', 'embed']);

/** Values of `Sec-Fetch-Site`. `same-site` is another origin, such as a subdomain, whose requests carry the cookies. */
const otherSites: ReadonlySet<unknown> = new Set(['cross-site', 'same-site']);
const isFromOtherSite = ({ headers }: FastifyRequest) => otherSites.has(headers['sec-fetch-site']);

/** Whether the visitor followed a link (W3C Fetch Metadata). `sec-purpose` marks a prefetch, which needs no click. */
const isFollowed = ({ headers }: FastifyRequest) =>
	headers['sec-fetch-mode'] === 'navigate' &&
	!framed.has(headers['sec-fetch-dest']) &&
	headers['sec-purpose'] === undefined;

/** Whether an element, a script or a prefetch on another site's page sent the request. */
export const isForeignElement = (request: FastifyRequest): boolean =>
	isFromOtherSite(request) && !isFollowed(request);

/** Whether another site's page sent the request without a tap by the visitor, as when a script starts a download. */
export const isUnasked = (request: FastifyRequest): boolean =>
	isFromOtherSite(request) && request.headers['sec-fetch-user'] !== '?1';

/**
 * The payer, whose hourly quota the current request's calls count against: the visitor's address, prefixed with the
 * causes of the calls, such as `search foreign 192.0.2.1`.
 */
const payers = new AsyncLocalStorage<string>();

/** Causes: another site's page, and the indexing of a city. */
const [foreign, search] = ['foreign ', 'search '];
export const causes = [
	{ prefix: search, share: hourly.search },
	{ prefix: foreign, share: hourly.foreign },
];

/** Where the address begins. It contains no space. */
const addressAt = (payer: string): number => payer.lastIndexOf(' ') + 1;

/** The visitor who sent the current request: an IP address (IPv6: /64). Undefined outside of requests. */
export function currentVisitor(): string | undefined {
	const payer = payers.getStore();
	return payer?.slice(addressAt(payer));
}

export const callerOf = (person: string | undefined): string | undefined =>
	person === undefined ? currentVisitor() : `person:${person}`;

/** Whose quota a call counts against: the person's or else the visitor's, prefixed with the causes of the call. */
export function payerOf(person: string | undefined): string | undefined {
	const [caller, payer = ''] = [callerOf(person), payers.getStore()];
	return caller && `${payer.slice(0, addressAt(payer))}${caller}`;
}

export function addVisitorContext(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => {
		payers.run(`${isFromOtherSite(request) ? foreign : ''}${visitorOf(request.ip)}`, done);
	});
}

/** The current visitor, as the payer of calls that index a city for search. */
export const searchingVisitor = (): string => `${search}${payers.getStore() ?? ''}`;

export const asVisitor = <Result>(payer: string, work: () => Result): Result => payers.run(payer, work);

/** Whether a call failed because of a limit, here or at the service. */
export const isLimit = (error: unknown): error is ProblemError =>
	hasReason(error, 'overloaded', 'calls_reserved', 'too_many_requests');

/** Whether a limit of Daybill, not of the service, made a call fail. It may affect only this visitor. */
export const isOwnLimit = (error: unknown): error is ProblemError =>
	isLimit(error) && error.problem.code === undefined;
