/** Requests and responses of simulated services, and middleware that changes them. */
import type { IncomingHttpHeaders } from 'node:http';

export interface ServiceRequest {
	method: string;
	/** Segments of the path below the service's prefix, decoded: `['v2', 'event', '10000001']`. */
	path: string[];
	query: URLSearchParams;
	/** The bearer token; undefined without one. */
	token: string | undefined;
	/** The parameters of a form body; undefined if there is no form. */
	form: URLSearchParams | undefined;
	/** Headers as received, without those that this interface has fields for. */
	readonly headers: IncomingHttpHeaders;
	/** The body as received, used if there is no form. */
	readonly body: Buffer;
}

export interface ServiceResponse {
	status: number;
	/** Header names in the service's capitalization. */
	headers: [name: string, value: string][];
	/** The parsed JSON; a buffer for everything else, empty if there is no body. */
	body: unknown;
}

/** Forwards a request to the sandbox. */
export type Next = (request: ServiceRequest) => Promise<ServiceResponse>;

/** Changes a request, a response, or both; may respond itself, and may make additional calls. */
export type Middleware = (request: ServiceRequest, next: Next) => Promise<ServiceResponse>;

/** JSON objects of unchecked shape, since a service may read the specification differently. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

/** One middleware that combines all of these; the first one is the outermost. */
export const inOrder =
	(...all: readonly Middleware[]): Middleware =>
	(request, next) =>
		all.reduceRight<Next>((inner, middleware) => (each) => middleware(each, inner), next)(request);

/** Thrown by middleware to close the connection without a response. */
export class Dropped extends Error {}

/** A copy that can be changed without changing the request it was made from. */
export const copyOf = (request: ServiceRequest, changes: Partial<ServiceRequest> = {}): ServiceRequest => ({
	...request,
	path: [...request.path],
	query: new URLSearchParams(request.query),
	form: request.form && new URLSearchParams(request.form),
	...changes,
});

export const json = (status: number, body: unknown): ServiceResponse => ({
	status,
	headers: [['content-type', 'application/json; charset=utf-8']],
	body,
});

/** A response with another body instead of its own; the service's other headers stay. */
export const withBody = (response: ServiceResponse, status: number, body: unknown): ServiceResponse => ({
	status,
	headers: [
		...response.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
		['content-type', 'application/json; charset=utf-8'],
	],
	body,
});
