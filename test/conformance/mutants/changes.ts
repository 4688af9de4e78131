/** The ways in which mutants change requests and responses. */
import type { OperationName } from '../../../src/contract/spec/operations.ts';
import { insteadOf, onBody, onRequest, onResponse } from '../service/changes.ts';
import {
	type Fields,
	isFields,
	json,
	type Middleware,
	type ServiceRequest,
	type ServiceResponse,
} from '../service/messages.ts';
import { isToken, operationOf } from '../service/operation.ts';

/** A service with one planted violation. */
export type Mutant = readonly [
	/** What is wrong with it. */
	name: string,
	/** The checks that must each report the violation. */
	caughtBy: readonly string[],
	change: Middleware,
];

/** The code of an error body. */
export const codeIn = ({ body }: ServiceResponse): unknown => (isFields(body) ? body.code : undefined);

/** Changes a field of successful responses to an operation; `undefined` leaves it out. */
export const onField = (
	names: OperationName | readonly OperationName[],
	field: string,
	change: (value: unknown, body: Fields) => unknown,
): Middleware =>
	onBody(names, (body) => {
		body[field] = change(body[field], body);
	});

/** Changes requests of an operation before the service receives them. */
export const onCall = (name: OperationName, change: (request: ServiceRequest) => void): Middleware =>
	onRequest((request) => {
		if (operationOf(request) === name) change(request);
	});

/** Responds to some requests instead of the service. */
export const respond =
	(isMeant: (request: ServiceRequest) => boolean, response: ServiceResponse): Middleware =>
	async (request, next) =>
		isMeant(request) ? structuredClone(response) : next(request);

/** Changes error responses with this code. */
export const onFailure = (
	code: number | 'any',
	change: (error: Fields, response: ServiceResponse) => void,
): Middleware =>
	onResponse((response) => {
		const isMeant = code === 'any' || codeIn(response) === code;
		if (response.status === 400 && isFields(response.body) && isMeant) change(response.body, response);
	});

/** Replaces one error code and its name with another. */
export const otherCode = (code: number, other: number, name: string): Middleware =>
	onFailure(code, (error) => Object.assign(error, { code: other, msg: name }));

/** Replaces the HTTP status of error responses that have this code. */
export const otherStatus = (code: number, status: number): Middleware =>
	onFailure(code, (_error, response) => {
		response.status = status;
	});

/** Replaces matching responses with another one. */
export const replacing = (
	isMeant: (response: ServiceResponse, request: ServiceRequest) => boolean,
	other: ServiceResponse,
): Middleware => insteadOf((response, request) => (isMeant(response, request) ? { ...other } : undefined));

/** Removes a query parameter before the service receives it. */
export const ignoring = (name: OperationName, parameter: string): Middleware =>
	onCall(name, ({ query }) => query.delete(parameter));

/** Changes a header with exactly this spelling, or removes it. */
export const header = (name: string, change: (value: string) => [string, string] | undefined): Middleware =>
	onResponse((response) => {
		response.headers = response.headers.flatMap((pair) => {
			if (pair[0] !== name) return [pair];
			const changed = change(pair[1]);
			return changed === undefined ? [] : [changed];
		});
	});

/** Replaces the value of a parameter of the token endpoint, if a request with this grant has it. */
export const tokenParameter = (grant: string, name: string, value: string): Middleware =>
	onRequest((request) => {
		const isGrant = isToken(request) && request.query.get('grant_type') === grant;
		if (isGrant && request.query.has(name)) request.query.set(name, value);
	});

/** Replaces the value of one parameter of the event list with another. */
export const listParameter = (name: string, value: string, other: string): Middleware =>
	onCall('listEvents', ({ query }) => {
		if (query.get(name) === value) query.set(name, other);
	});

/** A token response that the service never sent. */
export const unissued = json(200, {
	access_token: 'a',
	expires_in: 604_800,
	refresh_token: 'r',
	service_user_id: '1001',
});
