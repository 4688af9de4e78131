/** The ways in which mutants change requests and responses. */
import type { ProxiedRequest, ProxiedResponse } from '../mutating-proxy.ts';

/** A body that is a JSON object. */
export type Body = Record<string, unknown>;

/** Paths of the service, named by what they return. */
export const paths = {
	event: /^\/v2\/event\/\d+$/,
	events: /^\/v2\/event\/list$/,
	eventLists: /^\/v2\/event\/(list|user_\w+\/\d+)$/,
	participated: /^\/v2\/event\/user_participated\/\d+$/,
	participants: /^\/v2\/event\/\d+\/participants$/,
	wishers: /^\/v2\/event\/\d+\/wishers$/,
	locs: /^\/v2\/loc\/list$/,
	loc: /^\/v2\/loc\/(?!list)[^/]+$/,
	token: /^\/service\/auth2\/token$/,
	authorize: /^\/service\/auth2\/auth$/,
	any: /./,
} as const;

/** Whether a request is of this method and path. */
export const at = (request: ProxiedRequest, path: RegExp, method = 'GET') =>
	request.method === method && path.test(request.url.pathname);

/** Changes the JSON of successful responses to a GET of this path. */
export const body =
	(path: RegExp, change: (body: Body, request: Readonly<ProxiedRequest>) => void) =>
	(response: ProxiedResponse, request: Readonly<ProxiedRequest>) => {
		if (response.status === 200 && at(request, path)) change(response.body as Body, request);
	};

/** Changes one field in the response of a single event; `undefined` leaves it out. */
export const eventField = (name: string, change: (value: unknown, event: Body) => unknown) =>
	body(paths.event, (event) => {
		event[name] = change(event[name], event);
	});

/** Changes the error body, and status, of failed responses with this code. */
export const failure =
	(code: number | 'any', change: (error: Body, response: ProxiedResponse) => void) =>
	(response: ProxiedResponse) => {
		const error = response.body as Body;
		if (response.status === 400 && (code === 'any' || error.code === code)) change(error, response);
	};

/** Replaces one error code and its name with another. */
export const otherCode = (code: number, other: number, name: string) =>
	failure(code, (error) => Object.assign(error, { code: other, msg: name }));

/** Replaces the HTTP status of failures with this code. */
export const otherStatus = (code: number, status: number) =>
	failure(code, (_error, response) => {
		response.status = status;
	});

/** Removes a query parameter before the service receives it. */
export const ignoring = (path: RegExp, parameter: string) => (request: ProxiedRequest) => {
	if (path.test(request.url.pathname)) request.url.searchParams.delete(parameter);
	return undefined;
};

/** A response in JSON. */
export const json = (status: number, value: unknown): ProxiedResponse => ({
	status,
	headers: [['Content-Type', 'application/json']],
	body: value,
});

/** Replaces the status 202 of a write that succeeded. */
export const wrongWrite =
	(method: string, path: RegExp, status: number) => (response: ProxiedResponse, request: ProxiedRequest) => {
		if (response.status === 202 && at(request, path, method)) response.status = status;
	};

/** Accepts a write and does nothing. */
export const idle = (method: string, path: RegExp) => (request: ProxiedRequest) =>
	request.token !== undefined && at(request, path, method) ? json(202, {}) : undefined;

/** Changes a header with exactly this spelling, or removes it. */
export const header =
	(name: string, change: (value: string) => [string, string] | undefined) => (response: ProxiedResponse) => {
		response.headers = response.headers.flatMap((pair) => {
			if (pair[0] !== name) return [pair];
			const changed = change(pair[1]);
			return changed === undefined ? [] : [changed];
		});
	};

/** Replaces the value of a parameter of the token endpoint, if a request of this grant has it. */
export const tokenParameter =
	(grant: 'authorization_code' | 'refresh_token', name: string, value: string) =>
	({ url: { pathname, searchParams } }: ProxiedRequest) => {
		const isGrant = paths.token.test(pathname) && searchParams.get('grant_type') === grant;
		if (isGrant && searchParams.has(name)) searchParams.set(name, value);
		return undefined;
	};

/** Changes the tokens that the token endpoint returns. */
export const issued =
	(change: (tokens: Body) => void) => (response: ProxiedResponse, request: ProxiedRequest) => {
		if (response.status === 200 && at(request, paths.token, 'POST')) change(response.body as Body);
	};

/** Replaces the value of one parameter of the event list with another. */
export const listParameter =
	(name: string, value: string, other: string) =>
	({ url }: ProxiedRequest) => {
		if (paths.events.test(url.pathname) && url.searchParams.get(name) === value)
			url.searchParams.set(name, other);
		return undefined;
	};

/** A token response that the service never sent. */
export const tokens = { access_token: 'a', expires_in: 604_800, refresh_token: 'r', service_user_id: '1001' };
