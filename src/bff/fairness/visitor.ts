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

/** The visitor (an IP address; IPv6: /64), and the share of their hourly calls that the request may use up. */
const requests = new AsyncLocalStorage<{ visitor: string; share: number }>();

/** The visitor who sent the current request. Undefined outside of requests. */
export const currentVisitor = (): string | undefined => requests.getStore()?.visitor;

export const currentShare = (): number => requests.getStore()?.share ?? 1;

/** Whose quota a call counts against: the person's or else the visitor's. */
export const callerOf = (person: string | undefined): string | undefined =>
	person === undefined ? currentVisitor() : `person:${person}`;

export function addVisitorContext(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const share = isFromOtherSite(request) ? hourly.foreign : 1;
		requests.run({ visitor: visitorOf(request.ip), share }, done);
	});
}

export const asVisitor = <Result>(visitor: string, work: () => Result, share = 1): Result =>
	requests.run({ visitor, share: Math.min(share, currentShare()) }, work);

/** Whether a call failed because of a limit, here or at the service. */
export const isLimit = (error: unknown): error is ProblemError =>
	hasReason(error, 'overloaded', 'calls_reserved', 'too_many_requests');

/** Whether a limit of Daybill, not of the service, made a call fail. It may affect only this visitor. */
export const isOwnLimit = (error: unknown): error is ProblemError =>
	isLimit(error) && error.problem.code === undefined;
