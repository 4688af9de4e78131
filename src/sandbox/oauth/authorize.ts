/** The authorization endpoint and its pages (Spec §4.1, §5; RFC 6749 §4.1.1, §4.2.1). */
import type { FastifyInstance } from 'fastify';
import { defaultScope, scopes as knownScopes } from '../../contract/spec/access.ts';
import { authorizationPaths, responseTypes } from '../../contract/spec/operations.ts';
import { type Application, checkRedirectUri } from '../applications.ts';
import { demoAccounts } from '../data/demo-accounts.ts';
import { pageWordsFor } from '../pages/page-words.ts';
import { sendPage } from '../pages/send-page.ts';
import { readPairs, readParameters, required } from '../parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { ServiceError } from '../service-error.ts';
import { consentPage, signInPage } from './pages.ts';
import { type PasswordSignIn, signInMessage } from './password-sign-in.ts';
import type { SignIns } from './sign-ins.ts';

interface AuthorizationRequest {
	application: Application;
	responseType: (typeof responseTypes)[number];
	scopes: string[];
	state: string | undefined;
}

/**
 * Checks an authorization request. Nothing is redirected before the application and its redirect URI are known to be
 * right; the error of a wrong request is shown here (RFC 9700 §4.11.2).
 *
 * @throws ServiceError 104, 105, 109, 113, 115, 117, 125
 */
function readAuthorizationRequest(sandbox: Sandbox, query: URLSearchParams): AuthorizationRequest {
	const parameters = readPairs(query);
	const application = sandbox.applications.find(required(parameters, 'client_id'));
	checkRedirectUri(application, required(parameters, 'redirect_uri'));
	const responseType = responseTypes.find((type) => type === required(parameters, 'response_type'));
	if (responseType === undefined) throw new ServiceError(115);
	const scopes = (parameters.get('scope') || defaultScope).split(',');
	const unknown = scopes.find((scope) => !(knownScopes as readonly string[]).includes(scope));
	if (unknown !== undefined) throw new ServiceError(125, unknown);
	const forbidden = scopes.find((scope) => !application.scopes.includes(scope));
	if (forbidden !== undefined) throw new ServiceError(109, forbidden);
	return { application, responseType, scopes: [...new Set(scopes)], state: parameters.get('state') };
}

/** Adds the authorization endpoint, and the sign-in, consent and sign-out forms behind it. */
export function addAuthorizationRoutes(
	app: FastifyInstance,
	sandbox: Sandbox,
	signIns: SignIns,
	passwordSignIn: PasswordSignIn,
): void {
	const { database, tokens } = sandbox;
	const insertConsent = database.prepare(
		'INSERT OR IGNORE INTO consents (user_id, client_id, scope) VALUES (?, ?, ?)',
	);
	const selectConsent = database.prepare(
		'SELECT 1 FROM consents WHERE user_id = ? AND client_id = ? AND scope = ?',
	);

	const checkTrial = ({ trialUsers }: Application, userId: string) => {
		if (trialUsers !== null && !trialUsers.includes(userId)) throw new ServiceError(110);
	};

	/** The URL of the callback: code in the query string, token in the fragment (gap register, `callback`). */
	const callbackWith = (
		{ application, responseType, scopes, state }: AuthorizationRequest,
		userId: string,
	): string => {
		const url = new URL(application.redirectUri);
		const echoed = state === undefined ? {} : { state };
		if (responseType === 'code') {
			const result = { code: tokens.issueCode(application, userId, scopes.join(',')), ...echoed };
			for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
			return url.href;
		}
		const { access_token, expires_in } = tokens.issue(application, userId, scopes.join(','));
		url.hash = new URLSearchParams({
			access_token,
			expires_in: String(expires_in),
			...echoed,
			service_user_id: userId,
		}).toString();
		return url.href;
	};

	app.get(authorizationPaths.authorize, { exposeHeadRoute: false }, async (request, reply) => {
		const query = new URL(request.raw.url ?? '', 'http://sandbox').search.slice(1);
		const authorization = readAuthorizationRequest(sandbox, new URLSearchParams(query));
		const { application, responseType, scopes } = authorization;
		const user = signIns.current(request);
		if (user === undefined) {
			const formToken = passwordSignIn.formToken(request, reply);
			return sendPage(reply, signInPage(application, query, formToken, demoAccounts, pageWordsFor(request)), {
				application,
			});
		}
		checkTrial(application, user.id);
		// Any site can make a browser send this request. A code is of no use without the application's secret, but a token
		// would be in the fragment of a page at once: for a token a person always presses the button.
		const remembered =
			responseType === 'code' &&
			scopes.every((scope) => selectConsent.get(user.id, application.clientId, scope) !== undefined);
		if (remembered)
			return reply.header('cache-control', 'no-store').redirect(callbackWith(authorization, user.id), 302);
		const page = consentPage(
			application,
			user,
			scopes,
			query,
			signIns.guardOf(request),
			pageWordsFor(request),
		);
		return sendPage(reply, page, { application });
	});

	app.post('/sandbox/sign-in', async (request, reply) => {
		const form = readParameters(request);
		const query = required(form, 'query');
		const { application } = readAuthorizationRequest(sandbox, new URLSearchParams(query));
		try {
			passwordSignIn.submit(request, reply, form);
		} catch (error) {
			if (!(error instanceof ServiceError) || !request.headers.accept?.includes('text/html')) throw error;
			const say = pageWordsFor(request);
			const problem = { uid: form.get('uid') ?? '', message: signInMessage(error, say), code: error.code };
			const formToken = passwordSignIn.formToken(request, reply);
			const page = signInPage(application, query, formToken, demoAccounts, say, problem);
			return sendPage(reply, page, { application, status: 400 });
		}
		return reply.redirect(`${authorizationPaths.authorize}?${query}`, 303);
	});

	app.post('/sandbox/consent', async (request, reply) => {
		const form = readParameters(request);
		const authorization = readAuthorizationRequest(sandbox, new URLSearchParams(required(form, 'query')));
		const user = signIns.current(request);
		if (user === undefined || form.get('guard') !== signIns.guardOf(request))
			throw new ServiceError(126, 'the form was not sent from this page');
		checkTrial(authorization.application, user.id);
		if (form.get('decision') !== 'allow') {
			const url = new URL(authorization.application.redirectUri);
			const target = authorization.responseType === 'code' ? url.searchParams : new URLSearchParams();
			target.set('error', 'access_denied');
			if (authorization.state !== undefined) target.set('state', authorization.state);
			if (authorization.responseType === 'token') url.hash = target.toString();
			return reply.redirect(url.href, 303);
		}
		for (const scope of authorization.scopes)
			insertConsent.run(user.id, authorization.application.clientId, scope);
		return reply.redirect(callbackWith(authorization, user.id), 303);
	});

	app.post('/sandbox/sign-out', async (request, reply) => {
		const form = readParameters(request);
		if (form.get('guard') !== signIns.guardOf(request))
			throw new ServiceError(126, 'the form was not sent from this page');
		signIns.end(request, reply);
		return reply.redirect(`${authorizationPaths.authorize}?${required(form, 'query')}`, 303);
	});
}
