/** Services whose sign-in and tokens differ where the specification leaves them open (Spec §2.5, §4.1, §5). */
import { copyOf, inOrder, type Middleware, type ServiceResponse } from '../service/messages.ts';
import { isAuthorize, isToken, operationOf } from '../service/operation.ts';
import type { Variant } from '../variant.ts';
import { onRequest, onResponse, onTokens } from './changes.ts';

/** Changes the URLs of redirects from the service's own pages back to an application. */
const onCallback = (change: (url: URL) => void): Middleware =>
	onResponse((response, request) => {
		if (request.path[0] !== 'sandbox' && !isAuthorize(request)) return;
		response.headers = response.headers.map(([name, value]) => {
			if (name.toLowerCase() !== 'location' || value.startsWith('/')) return [name, value];
			const url = new URL(value);
			change(url);
			return [name, url.href];
		});
	});

/** A parameter of the token request, in its query or its form. */
const tokenParameter = (name: string, change: (value: string) => string): Middleware =>
	onRequest((request) => {
		for (const parameters of isToken(request) ? [request.query, request.form] : []) {
			const value = parameters?.get(name);
			if (value != null) parameters?.set(name, change(value));
		}
	});

const oddCode = (code: string) => `4/0A+b c=${code}&x=%2F#é`;
const plainCode = (code: string) => /^4\/0A\+b c=(.*)&x=%2F#é$/.exec(code)?.[1] ?? code;

/** The response of a service that treats every caller as a browser. */
const loginPage: ServiceResponse = {
	status: 302,
	headers: [['location', '/account/login']],
	body: Buffer.from('<h1>Log in</h1>'),
};

/** Sends the browser to a login page at another path, which shows the sandbox's own. */
const loginElsewhere: Middleware = async (request, next) => {
	if (request.path[0] === 'account') return next(copyOf(request, { path: ['service', 'auth2', 'auth'] }));
	const response = await next(copyOf(request));
	const isPage = isAuthorize(request) && request.method === 'GET' && response.status === 200;
	if (!isPage || request.headers.cookie !== undefined) return response;
	const redirect: ServiceResponse = {
		status: 302,
		headers: [['location', `/account/login?${request.query}`]],
		body: Buffer.alloc(0),
	};
	return redirect;
};

export const tokenVariants: readonly Variant[] = [
	{
		name: 'expires-in-minutes',
		does: '`expires_in` counts minutes.',
		gaps: ['expires-in-unit'],
		create: () =>
			onTokens((tokens) => {
				tokens.expires_in = Number(tokens.expires_in) / 60;
			}),
	},
	{
		name: 'token-parameters-in-query',
		does: 'The token endpoint reads its parameters from the query string only.',
		gaps: [],
		section: '§4.1',
		operator: { tokenParams: 'query' },
		create: () =>
			onRequest((request) => {
				if (isToken(request)) request.form = new URLSearchParams();
			}),
	},
	{
		name: 'callback-with-more',
		does: 'The code contains arbitrary characters, and the callback has additional parameters.',
		gaps: ['callback'],
		create: () =>
			inOrder(
				onCallback((url) => {
					const code = url.searchParams.get('code');
					if (code !== null) url.searchParams.set('code', oddCode(code));
					url.searchParams.set('iss', 'https://service.example');
					url.searchParams.set('session_state', '1.2');
				}),
				tokenParameter('code', plainCode),
			),
	},
	{
		name: 'login-elsewhere',
		does: 'The authorization endpoint redirects the browser to a login page at another path.',
		gaps: ['sign-in-pages'],
		create: () => loginElsewhere,
	},
	{
		name: 'implicit-with-type',
		does: 'With `response_type=token` the fragment also has token_type and scope.',
		gaps: ['implicit-grant'],
		create: () =>
			onCallback((url) => {
				if (url.hash === '') return;
				const fragment = new URLSearchParams(url.hash.slice(1));
				url.hash = `${fragment}&token_type=bearer&scope=event_basic_r`;
			}),
	},
	{
		name: 'default-scope-is-both',
		does: 'Without `scope` an application gets both scopes.',
		gaps: ['default-scope'],
		create: () =>
			onRequest((request) => {
				const isWithout = isAuthorize(request) && !request.query.has('scope');
				if (isWithout) request.query.set('scope', 'event_basic_r,event_basic_w');
			}),
	},
	{
		name: 'login-page-for-reads',
		does: 'Every call to the data API without a token is redirected to a login page.',
		gaps: ['which-call-needs-what'],
		// The kit learns only from code 102 that a read needs a token.
		departs: [/^(?!authorize|token\.[egmuw])/],
		forbids: ['anonymous-reads'],
		create: () => async (request, next) => {
			const isClosed = operationOf(request) !== undefined && request.token === undefined;
			return isClosed ? loginPage : next(request);
		},
	},
];
