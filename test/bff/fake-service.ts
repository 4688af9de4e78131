/**
 * A service whose responses the test defines: for responses that the sandbox doesn't send, and to count calls. Without
 * a handler it behaves correctly: it accepts codes `code-…`, numbers its tokens, and has one event.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from '../listen.ts';

export interface FakeCall {
	method: string;
	/** Path and query. */
	url: string;
	headers: IncomingMessage['headers'];
	body: string;
}

type Handled = boolean | undefined;
type FakeHandler = (call: FakeCall, response: ServerResponse) => Handled | Promise<Handled>;

export type FakeService = Awaited<ReturnType<typeof startFakeService>>;

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): true {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
	return true;
}

export function sendError(response: ServerResponse, call: FakeCall, code: number, msg = 'a_name'): true {
	return sendJson(response, 400, { code, msg, request: `${call.method} ${call.url.split('?')[0]}` });
}

/** A handler for URLs that start with the prefix; other calls get the default behavior. */
export const respondTo =
	(prefix: string, respond: (response: ServerResponse, call: FakeCall) => unknown): FakeHandler =>
	(call, response) => {
		if (!call.url.startsWith(prefix)) return undefined;
		respond(response, call);
		return true;
	};

/** Sends this body for URLs that start with the prefix; other calls get the default behavior. */
export const answer = (prefix: string, body: unknown): FakeHandler =>
	respondTo(prefix, (response) => sendJson(response, 200, body));

/** Rejects calls whose URL starts with the prefix, or all, with an error code. */
export const reject = (code: number, prefix = ''): FakeHandler =>
	respondTo(prefix, (response, call) => sendError(response, call, code));

/** Rejects calls without a token; other calls get the current handler. */
export const requireToken = (service: FakeService): void =>
	handleFirst(service, (call, response) =>
		call.url.startsWith('/v2/') && call.headers.authorization === undefined
			? sendError(response, call, 102, 'access_token_is_missing')
			: undefined,
	);

/** Handles calls before the current handler does. */
export function handleFirst(service: FakeService, handler: FakeHandler): void {
	const { handler: next } = service;
	service.handler = async (call, response) => (await handler(call, response)) || next(call, response);
}

/** A handler that closes every connection without a response. */
export const breakOff = respondTo('', (response) => response.destroy());

/**
 * Holds the responses to these calls until `release`, or until the test ends.
 *
 * @param respond sends the response on release, by default an event
 */
export function holdCalls(
	service: FakeService,
	isHeld: (call: FakeCall) => boolean,
	respond: (response: ServerResponse, call: FakeCall) => unknown = (response) =>
		sendJson(response, 200, fakeEvent),
) {
	const { handler } = service;
	const held: (() => void)[] = [];
	let isHolding = true;
	service.handler = (call, response) => {
		if (!isHeld(call)) return handler(call, response);
		const end = () => void respond(response, call);
		if (isHolding) held.push(end);
		else end();
		return true;
	};
	const release = () => {
		isHolding = false;
		for (const end of held.splice(0)) end();
	};
	onTestFinished(release);
	return { held, release };
}

/** A list of events, in one page. */
export const listOf = (...events: readonly unknown[]) => ({
	count: events.length,
	start: 0,
	total: events.length,
	events,
});

/** The page of a list that a call requests. @param max elements of a page */
export function pageOf({ url }: FakeCall, name: 'events' | 'locs', all: readonly unknown[], max = 100) {
	const { searchParams } = new URL(url, 'http://service.invalid');
	const start = Number(searchParams.get('start') ?? 0);
	const page = all.slice(start, start + Math.min(max, Number(searchParams.get('count') ?? 20)));
	return { count: page.length, start, total: all.length, [name]: page };
}

export const fakeEvent = {
	id: '10',
	title: 'An evening',
	content: 'text',
	begin_time: '2026-11-21 19:00:00',
	end_time: '2026-11-21 21:00:00',
	address: 'a street',
	geo: '39.9 116.4',
	loc_id: '108288',
	loc_name: '北京',
	owner: {
		id: '1',
		uid: 'o',
		name: 'Owner',
		avatar: 'https://img.example/a.jpg',
		alt: 'https://e.example/o',
	},
	participant_count: 3,
	wisher_count: 4,
	album: '5',
	image: 'https://img.example/m.jpg',
	'image-hlarge': 'https://img.example/l.jpg',
	'image-lmobile': 'https://img.example/lm.jpg',
	alt: 'https://e.example/10',
	adapt_url: 'https://m.e.example/10',
	is_priv: 'no',
	has_invited: 'no',
	can_invite: 'no',
};

/** An evening on this day, such as `2026-11-21`. */
export const eventOn = (day: string, fields: object = {}) => ({
	...fakeEvent,
	begin_time: `${day} 19:00:00`,
	end_time: `${day} 21:00:00`,
	...fields,
});

export const privateEvent = { ...fakeEvent, is_priv: 'yes' };

export async function startFakeService() {
	let count = 0;
	const calls: FakeCall[] = [];
	const fake = {
		origin: '',
		/** Every call, in order. */
		calls,
		/** Method and URL of every call, such as `GET /v2/event/10`. */
		called: () => calls.map(({ method, url }) => `${method} ${url}`),
		/** Calls to the token endpoint with this grant. */
		tokenCalls: (grant: 'authorization_code' | 'refresh_token') =>
			calls.filter(({ url, body }) => url.includes('/auth2/token') && `${url}${body}`.includes(grant)),
		/** Access tokens that are valid now; all others are expired (106). */
		valid: new Set<string>(),
		/** The current refresh token, valid for a single use. */
		refreshToken: '',
		/** Handles every call first; if it returns false or undefined, the default behavior follows. */
		handler: (() => undefined) as FakeHandler,
	};
	const issue = (response: ServerResponse) => {
		count++;
		const access_token = `access-${count}`;
		fake.valid.add(access_token);
		fake.refreshToken = `refresh-${count}`;
		return sendJson(response, 200, {
			access_token,
			refresh_token: fake.refreshToken,
			expires_in: 604_800,
			service_user_id: '42',
		});
	};
	const honest = (call: FakeCall, response: ServerResponse): true => {
		const url = new URL(call.url, 'http://service.invalid');
		if (url.pathname === '/service/auth2/token') {
			const parameters = new URLSearchParams(call.body === '' ? url.search : call.body);
			if (parameters.get('grant_type') === 'authorization_code')
				return parameters.get('code')?.startsWith('code-')
					? issue(response)
					: sendError(response, call, 118, 'invalid_authorization_code');
			if (fake.valid.size > 0) return sendError(response, call, 124, 'access_token_has_not_expired');
			return parameters.get('refresh_token') === fake.refreshToken
				? issue(response)
				: sendError(response, call, 119, 'invalid_refresh_token');
		}
		const token = call.headers.authorization?.replace('Bearer ', '');
		if (token !== undefined && !fake.valid.has(token)) return sendError(response, call, 106);
		if (call.method !== 'GET')
			return token === undefined ? sendError(response, call, 102) : sendJson(response, 202, {});
		if (/^\/v2\/event\/(list|user_)/.test(url.pathname)) return sendJson(response, 200, listOf(fakeEvent));
		if (/^\/v2\/event\/\d+\/\w+$/.test(url.pathname))
			return sendJson(response, 200, { count: 1, start: 0, total: 1, users: [fakeEvent.owner] });
		if (url.pathname === '/v2/event/10') return sendJson(response, 200, fakeEvent);
		const loc = { id: '108288', name: '北京', uid: 'beijing', parent: 'china', habitable: 'yes' };
		if (url.pathname === '/v2/loc/list')
			return sendJson(response, 200, { count: 1, start: 0, total: 1, locs: [loc] });
		return sendError(response, call, 107, 'invalid_request_uri');
	};
	const server = createServer(async (request, response) => {
		let body = '';
		request.setEncoding('utf8');
		request.on('error', () => undefined);
		for await (const chunk of request) body += chunk;
		const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
		fake.calls.push(call);
		if ((await fake.handler(call, response)) !== true) honest(call, response);
	});
	fake.origin = `http://127.0.0.1:${await listen(server)}`;
	onTestFinished(async () => {
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	});
	return fake;
}
