/** Services with other tokens, headers, error responses or rules for writes. */
import { writes } from '../../../src/conformance/checks/write-trial.ts';
import { codeIn, replacing, respond, unissued } from '../mutants/changes.ts';
import { insteadOf, onEvents, onRequest, onResponse, onTokens } from '../service/changes.ts';
import {
	inOrder,
	isFields,
	type Middleware,
	type ServiceRequest,
	type ServiceResponse,
	withBody,
} from '../service/messages.ts';
import { isAuthorize, isRead, isToken, operationOf } from '../service/operation.ts';
import { reject, rejectInstead } from '../service/reject.ts';
import type { Lawful } from './lawful.ts';

export const expiresInMinutes: Lawful = {
	does: '`expires_in` counts minutes.',
	create: () =>
		onTokens((tokens) => {
			tokens.expires_in = Number(tokens.expires_in) / 60;
		}),
};

export const tokenReadsForm: Lawful = {
	does: 'The token endpoint reads its parameters from the body only.',
	tokenParams: 'body',
	create: () =>
		onRequest((request) => {
			if (isToken(request)) request.query = new URLSearchParams();
		}),
};

export const tokenReadsQuery: Lawful = {
	does: 'The token endpoint reads its parameters from the query string only.',
	create: () =>
		onRequest((request) => {
			if (isToken(request)) request.form = new URLSearchParams();
		}),
};

const isAuthorizePage = (request: ServiceRequest, { status }: ServiceResponse) =>
	isAuthorize(request) && request.method === 'GET' && status === 200;

export const loginElsewhere: Lawful = {
	does: 'The authorization endpoint redirects the browser to a login page at another path.',
	create: () =>
		insteadOf((response, request) =>
			isAuthorizePage(request, response)
				? { status: 302, headers: [['location', '/account/login']], body: Buffer.alloc(0) }
				: undefined,
		),
};

export const errorsAtCallback: Lawful = {
	does: 'Errors of the authorization request go to the callback URL.',
	open: ['authorize.wrong-response-type', 'authorize.wrong-scope'],
	create: () =>
		insteadOf(({ body }, request) => {
			const isReported = isFields(body) && (body.code === 115 || body.code === 125);
			if (!isAuthorize(request) || !isReported) return undefined;
			const { query } = request;
			const url = `${query.get('redirect_uri')}?error=invalid_request&state=${query.get('state')}`;
			return { status: 302, headers: [['location', url]], body: Buffer.alloc(0) };
		}),
};

export const headersInLowerCase: Lawful = {
	does: 'The names of all headers are in lower case.',
	open: ['limits.X-RateLimit-Remaining'],
	create: () =>
		onResponse((response) => {
			response.headers = response.headers.map(([name, value]) => [name.toLowerCase(), value]);
		}),
};

export const schemeOfHeader: Lawful = {
	does: 'Code 100 means the scheme of the Authorization header.',
	open: ['token.other-scheme'],
	create: () =>
		respond(({ headers }) => /^(?!Bearer )/.test(headers.authorization ?? 'Bearer '), reject(100)),
};

export const jsonAsHtml: Lawful = {
	does: 'JSON is sent as HTML.',
	open: ['getEvent.media-type'],
	create: () =>
		onResponse((response, request) => {
			if (isRead(operationOf(request))) response.headers = [['Content-Type', 'text/html; charset=utf-8']];
		}),
};

export const jsonIsMarked: Lawful = {
	does: 'JSON begins with a byte order mark.',
	open: ['json.byte-order-mark'],
	create: () =>
		insteadOf((response) =>
			Buffer.isBuffer(response.body)
				? undefined
				: { ...response, body: Buffer.from(`\uFEFF${JSON.stringify(response.body)}`) },
		),
};

export const websiteBesideTheApi: Lawful = {
	does: 'There is a website next to the data API.',
	open: ['version.prefix'],
	create: () => async (request, next) =>
		request.path.join('/') === 'event/list'
			? { status: 404, headers: [['content-type', 'text/html']], body: Buffer.from('<h1>Not found</h1>') }
			: next(request),
};

export const requestIsDecoded: Lawful = {
	does: 'The path in an error body is decoded, and ids of events contain a slash.',
	create: () =>
		inOrder(
			onResponse(({ status, body }) => {
				if (status === 400 && isFields(body)) body.request = decodeURIComponent(String(body.request));
			}),
			onEvents((event) => {
				event.id = `e/${event.id}`;
			}),
			onRequest((request) => {
				request.path = request.path.map((segment) => segment.replace('e/', ''));
			}),
		),
};

/** Codes that a live service sends instead of those in the specification (Spec §7). */
const liveCodes = new Map([
	[107, { status: 404, code: 1001, msg: 'uri_not_found' }],
	[121, { status: 404, code: 1001, msg: 'uri_not_found' }],
	[999, { status: 400, code: 999, msg: 'unknow_v2_error' }],
	[113, { status: 400, code: 1002, msg: 'missing_args' }],
	[101, { status: 404, code: 1001, msg: 'uri_not_found' }],
]);

export const errorsOfLiveService: Lawful = {
	does: 'Error responses have codes above 1000 and their own statuses, like those of a live service.',
	departs: [
		/^(authorize|token)\.missing\./,
		'authorize.post',
		'token.get',
		'uri.unknown',
		/^method\.wrong/,
		'error.status',
		'error.known-code',
	],
	create: () =>
		insteadOf((response) => {
			const { status, body } = response;
			const live = status >= 400 && isFields(body) ? liveCodes.get(Number(body.code)) : undefined;
			return live && withBody(response, live.status, { code: live.code, msg: live.msg, request: '' });
		}),
};

export const statusesFitCodes: Lawful = {
	does: 'Errors have the HTTP statuses 401, 403, 404, 405 or 410 where these fit.',
	open: ['error.status', 'joinEvent.without-token', 'uri.unknown', 'authorize.post', 'token.get'],
	create: () =>
		onResponse((response) => {
			const code = isFields(response.body) ? Number(response.body.code) : 0;
			if (response.status !== 400) return;
			if ([102, 103, 106, 116, 118, 119].includes(code)) response.status = 401;
			else if ([108, 109].includes(code)) response.status = 403;
			else if (code === 101) response.status = 405;
			else if (code === 107) response.status = 404;
			else if (code === 121) response.status = 410;
		}),
};

const isWrite = (request: ServiceRequest) => writes.some((name) => name === operationOf(request));

const onAccepted = (change: (response: ServiceResponse) => void) =>
	onResponse((response, request) => {
		if (response.status === 202 && isWrite(request)) change(response);
	});

export const acceptedEmpty: Lawful = {
	does: 'The 202 responses have no body.',
	create: () =>
		onAccepted((response) => {
			response.headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
			response.body = Buffer.alloc(0);
		}),
};

export const acceptedWithCode: Lawful = {
	does: 'The bodies of tokens and of 202 responses have the code 0.',
	create: () =>
		inOrder(
			onTokens((tokens) => {
				tokens.code = 0;
			}),
			onAccepted((response) => {
				response.body = { code: 0, msg: 'ok', request: 'x' };
			}),
		),
};

/** Accepts joins, but they have no effect. */
const joinsEnd = (respondTo: (accepted: ServiceResponse) => ServiceResponse): Middleware => {
	return async (request, next) => {
		const response = await next(request);
		if (response.status !== 202 || operationOf(request) !== 'joinEvent') return response;
		await next({ ...request, method: 'DELETE', query: new URLSearchParams() });
		return respondTo(response);
	};
};

export const joinsNeedApproval: Lawful = {
	does: 'A join needs approval, and nothing shows it until then.',
	open: ['count', 'total', 'people', 'own-list'].map((check) => `joinEvent.${check}`),
	create: () => joinsEnd((response) => response),
};

export const joinsAreRefused: Lawful = {
	does: 'Every join is refused.',
	departs: ['joinEvent.status'],
	create: () => joinsEnd((response) => rejectInstead(response, 999, 'full')),
};

export const lenientSignIn: Lawful = {
	does: 'An unknown scope is ignored, and a code works twice.',
	open: ['authorize.wrong-scope', 'token.code-once'],
	create: () =>
		inOrder(
			replacing(
				(response, { query }) => codeIn(response) === 118 && query.get('code') !== 'no-such-code',
				unissued,
			),
			onRequest(({ query }) => {
				if (query.get('scope') === 'no_such_scope') query.delete('scope');
			}),
		),
};

export const idleWritesRejected: Lawful = {
	does: 'Joining twice fails with the status 409, and leaving an event that was not joined with 404 and another code.',
	open: ['error.known-code'],
	create() {
		/** Starts out empty, because the check only joins events to which the user has no relation. */
		const related = new Set<string>();
		return insteadOf((response, request) => {
			if (response.status !== 202 || !isWrite(request)) return undefined;
			const key = `${request.token} ${request.path.join('/')}`;
			const isJoin = request.method === 'POST';
			const rejected = isJoin ? reject(999).body : { code: 1001, msg: 'no_such_relation', request: '' };
			if (isJoin === related.has(key)) return withBody(response, isJoin ? 409 : 404, rejected);
			if (isJoin) related.add(key);
			else related.delete(key);
			return undefined;
		});
	},
};
