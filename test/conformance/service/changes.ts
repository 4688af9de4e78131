/** Building blocks for changed services. */
import type { OperationName } from '../../../src/contract/spec/operations.ts';
import {
	copyOf,
	type Fields,
	isFields,
	type Middleware,
	type ServiceRequest,
	type ServiceResponse,
} from './messages.ts';
import { eventsIn, isToken, locsIn, operationOf } from './operation.ts';
import { reject } from './reject.ts';

/** Changes each request before it reaches the sandbox. */
export const onRequest =
	(change: (request: ServiceRequest) => void): Middleware =>
	(request, next) => {
		const asked = copyOf(request);
		change(asked);
		return next(asked);
	};

/** Changes each response, but no request. */
export const onResponse =
	(change: (response: ServiceResponse, request: ServiceRequest) => void): Middleware =>
	async (request, next) => {
		const asked = copyOf(request);
		const response = await next(request);
		change(response, asked);
		return response;
	};

/** Replaces some responses, but no requests. */
export const insteadOf =
	(
		replace: (response: ServiceResponse, request: ServiceRequest) => ServiceResponse | undefined,
	): Middleware =>
	async (request, next) => {
		const asked = copyOf(request);
		const response = await next(request);
		return replace(response, asked) ?? response;
	};

/** Changes the body of successful responses to some operations. */
export const onBody = (
	names: OperationName | readonly OperationName[],
	change: (body: Fields, request: ServiceRequest) => void,
): Middleware =>
	onResponse(({ status, body }, request) => {
		const name = operationOf(request);
		if (status === 200 && isFields(body) && [names].flat().some((each) => each === name))
			change(body, request);
	});

/** Changes every event of every response. */
export const onEvents = (change: (event: Fields) => void): Middleware =>
	onResponse((response, request) => {
		for (const event of eventsIn(request, response)) change(event);
	});

/** Changes every city of every response. */
export const onLocs = (change: (loc: Fields) => void): Middleware =>
	onResponse((response, request) => {
		for (const loc of locsIn(request, response)) change(loc);
	});

/** Changes the tokens that the token endpoint returns. */
export const onTokens = (change: (tokens: Fields) => void): Middleware =>
	onResponse(({ status, body }, request) => {
		if (isToken(request) && status === 200 && isFields(body)) change(body);
	});

/** Responds with 102 to some calls without a token. */
export const closed =
	(isClosed: (request: ServiceRequest) => boolean): Middleware =>
	async (request, next) =>
		request.token === undefined && isClosed(request) ? reject(102) : next(request);
