/** Sign-in, and the authorization, token and consent endpoints (Spec §4.1, §5; RFC 6749 §4.1, §4.2). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultScope, scopes as knownScopes } from '../../contract/spec/levels.ts';
import { authorizationPaths, responseTypes } from '../../contract/spec/operations.ts';
import { leadTo, pageWordsFor, sendPage } from '../pages/html.ts';
import { readPairs, readParameters, required } from '../requests/parameters.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Applications, checkRedirectUri, checkTrialUser } from './applications.ts';
import { sameSecret } from './secrets.ts';
import { consentPage, consentsPage, consentsPath, type FailedSignIn, signInPage } from './sign-in-pages.ts';

type AuthorizationRequest = ReturnType<typeof readAuthorizationRequest>;

/**
 * Checks an authorization request, the application and redirect URI first: an error in these is shown on the
 * sandbox's own page, never redirected (RFC 9700 §4.11.2).
 * @throws ServiceError 104, 105, 109, 113, 115, 117, 125
 */
function readAuthorizationRequest(applications: Applications, query: string) {
	const parameters = readPairs(new URLSearchParams(query));
	const application = applications.find(required(parameters, 'client_id'));
	checkRedirectUri(application, required(parameters, 'redirect_uri'));
	const responseType = responseTypes.find((type) => type === required(parameters, 'response_type'));
	if (responseType === undefined) throw new ServiceError(115);
	const scopes = (parameters.get('scope') || defaultScope).split(',').map((scope) => {
		const known = knownScopes.find((each) => each === scope);
		if (known === undefined) throw new ServiceError(125, scope);
		return known;
	});
	const forbidden = scopes.find((scope) => !application.scopes.includes(scope));
	if (forbidden !== undefined) throw new ServiceError(109, forbidden);
	return {
		application,
		responseType,
		scopes: [...new Set(scopes)],
		state: parameters.get('state'),
		/** Set if the application asks to let the person choose an account (OpenID Connect Core 1.0 §3.1.2.1). */
		prompt: ['login', 'select_account'].find((value) => value === parameters.get('prompt')),
	};
}

/**
 * Sends the sign-in page.
 * @param query the authorization request to continue afterwards; undefined for the consents page
 */
function showSignIn(
	{ applications }: Sandbox,
	request: FastifyRequest,
	reply: FastifyReply,
	query?: string,
	failed?: FailedSignIn,
): FastifyReply {
	const application =
		query === undefined ? undefined : readAuthorizationRequest(applications, query).application;
	const status = failed === undefined ? 200 : 400;
	return sendPage(reply, signInPage(application, query, pageWordsFor(request), failed), {
		application,
		status,
	});
}

/** Adds the sign-in form's endpoint. It fails with 112, 113, 120 (also after many wrong passwords), 121, 122 or 128. */
export function addSignInRoute(app: FastifyInstance, sandbox: Sandbox): void {
	const { applications, users, limits, signIns } = sandbox;
	app.post('/sandbox/sign-in', async (request, reply) => {
		const form = readParameters(request);
		const [query, uid = ''] = [form.get('query'), form.get('uid')];
		if (query !== undefined) readAuthorizationRequest(applications, query);
		try {
			const password = required(form, 'password');
			if (!limits.countAttempt(required(form, 'uid'), request.ip))
				throw new ServiceError(120, 'too many attempts');
			const id = await users.idOf(uid, password);
			limits.forgetAttempts(uid, request.ip);
			limits.countGrant('sign-in', id, request);
			signIns.begin(request, reply, users.checkUsable(id));
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			if (!request.headers.accept?.includes('text/html')) throw error;
			return showSignIn(sandbox, request, reply, query, { uid, error });
		}
		if (query === undefined) return leadTo(request, reply, consentsPath);
		const next = new URLSearchParams(query);
		// The person has just chosen an account, so the next page must not ask again.
		next.delete('prompt');
		return leadTo(request, reply, `${authorizationPaths.authorize}?${next}`);
	});
}

/** The callback URL, with a code in the query string or a token in the fragment (gap register, `callback`). */
function callbackUrl(
	{ application, responseType, state }: AuthorizationRequest,
	result: Readonly<Record<string, unknown>>,
): string {
	const url = new URL(application.redirect_uri);
	const target = responseType === 'code' ? url.searchParams : new URLSearchParams();
	for (const [name, value] of Object.entries(result)) target.set(name, String(value));
	if (state !== undefined) target.set('state', state);
	if (responseType === 'token') url.hash = target.toString();
	return url.href;
}

/** Adds the authorization endpoint, and the consent and sign-out forms behind it. */
export function addAuthorizationRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const { applications, secrets, tokens, signIns, limits } = sandbox;

	const grant = (authorization: AuthorizationRequest, userId: string): string => {
		const { application, responseType, scopes } = authorization;
		const scope = scopes.join(',');
		if (responseType === 'code')
			return callbackUrl(authorization, { code: tokens.issueCode(application, userId, scope) });
		// Without the refresh token, which an implicit grant must not have (RFC 6749 §4.2.2).
		const { refresh_token: _, ...issued } = tokens.issue(application, userId, scope);
		return callbackUrl(authorization, issued);
	};

	app.get(authorizationPaths.authorize, { exposeHeadRoute: false }, async (request, reply) => {
		const query = new URL(request.raw.url ?? '', 'http://sandbox').search.slice(1);
		const authorization = readAuthorizationRequest(applications, query);
		const { application, scopes, prompt } = authorization;
		const user = signIns.current(request);
		if (user === undefined || prompt !== undefined) return showSignIn(sandbox, request, reply, query);
		checkTrialUser(application, user.id);
		// Ask even if consent is remembered: another person may use the device, and any site can send this request.
		const granted = secrets.consentsOf(user.id).get(application.client_id);
		const isRemembered = scopes.every((scope) => granted?.has(scope));
		const page = consentPage(application, user, { scopes, isRemembered }, query, pageWordsFor(request));
		return sendPage(reply, page, { application });
	});

	app.post('/sandbox/consent', async (request, reply) => {
		const form = readParameters(request);
		const query = required(form, 'query');
		const authorization = readAuthorizationRequest(applications, query);
		const user = signIns.current(request);
		if (user === undefined) throw new ServiceError(126, 'nobody is signed in');
		checkTrialUser(authorization.application, user.id);
		// Asks again if somebody else has signed in since, in another tab.
		if (form.get('user_id') !== user.id)
			return leadTo(request, reply, `${authorizationPaths.authorize}?${query}`);
		if (form.get('decision') !== 'allow')
			return leadTo(request, reply, callbackUrl(authorization, { error: 'access_denied' }));
		limits.countGrant('consent', user.id, request);
		return leadTo(request, reply, grant(authorization, user.id));
	});

	app.post('/sandbox/sign-out', async (request, reply) => {
		const form = readParameters(request);
		signIns.end(request, reply);
		const query = form.get('query');
		const next = query === undefined ? consentsPath : `${authorizationPaths.authorize}?${query}`;
		return leadTo(request, reply, next);
	});
}

/** Adds the page that lists a person's consents, with a button to withdraw each (gap register, `withdrawal`). */
export function addConsentsRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const { applications, secrets, signIns } = sandbox;
	// Clients know only the service's address, so they link to it for withdrawing consent.
	app.get('/', { exposeHeadRoute: false }, async (_request, reply) => reply.redirect(consentsPath, 302));
	app.get(consentsPath, async (request, reply) => {
		const user = signIns.current(request);
		if (user === undefined) return showSignIn(sandbox, request, reply);
		const consents = [...secrets.consentsOf(user.id)].map(([clientId, scopes]) => ({
			clientId,
			name: applications.get(clientId)?.name ?? clientId,
			scopes: [...scopes].toSorted(),
		}));
		return sendPage(reply, consentsPage(user, consents, pageWordsFor(request)));
	});

	app.post(`${consentsPath}/withdraw`, async (request, reply) => {
		const form = readParameters(request);
		const user = signIns.current(request);
		if (user === undefined) throw new ServiceError(126, 'nobody is signed in');
		secrets.endConsent(user.id, required(form, 'client_id'));
		return leadTo(request, reply, consentsPath);
	});
}

/** Adds the token endpoint. Parameters are in the query string, in a form body, or in both. */
export function addTokenRoute(app: FastifyInstance, { applications, tokens, users }: Sandbox): void {
	app.post(authorizationPaths.token, async (request, reply) => {
		const parameters = readParameters(request);
		const grantType = required(parameters, 'grant_type');
		if (grantType !== 'authorization_code' && grantType !== 'refresh_token') throw new ServiceError(114);
		const application = applications.find(required(parameters, 'client_id'));
		if (!sameSecret(application.client_secret, required(parameters, 'client_secret')))
			throw new ServiceError(116);
		checkRedirectUri(application, required(parameters, 'redirect_uri'));
		reply.header('cache-control', 'no-store');

		if (grantType === 'authorization_code')
			return tokens.exchangeCode(application, required(parameters, 'code'));
		const refreshToken = required(parameters, 'refresh_token');
		const userId = tokens.userOfRefreshToken(refreshToken);
		if (userId !== undefined) users.checkUsable(userId);
		return tokens.refresh(application, refreshToken);
	});
}
