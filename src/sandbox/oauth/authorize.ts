/** Authorization, token and consent endpoints (Spec §4.1, §5; RFC 6749 §4.1, §4.2). */
import type { FastifyInstance } from 'fastify';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { leadTo, sendPage } from '../pages/html.ts';
import { pageWordsFor } from '../pages/page-words.ts';
import { readParameters, required } from '../requests/parameters.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { checkRedirectUri, checkTrialUser } from './applications.ts';
import { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts';
import { consentPage, consentsPage, consentsPath } from './pages.ts';
import { sameSecret } from './secrets.ts';
import { showSignIn } from './sign-in-form.ts';

/** The callback URL, with a code in the query string or a token in the fragment (gap register, `callback`). */
function callbackUrl(
	{ application, responseType, state }: AuthorizationRequest,
	result: Record<string, string>,
): string {
	const url = new URL(application.redirect_uri);
	const target = responseType === 'code' ? url.searchParams : new URLSearchParams();
	for (const [name, value] of Object.entries(result)) target.set(name, value);
	if (state !== undefined) target.set('state', state);
	if (responseType === 'token') url.hash = target.toString();
	return url.href;
}

/** Adds the authorization endpoint, and the consent and sign-out forms behind it. */
export function addAuthorizationRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const { database, applications, tokens, signIns } = sandbox;
	const insertConsent = database.prepare(
		'INSERT OR IGNORE INTO consents (user_id, client_id, scope) VALUES (?, ?, ?)',
	);
	const selectConsent = database.prepare(
		'SELECT 1 FROM consents WHERE user_id = ? AND client_id = ? AND scope = ?',
	);

	const granted = (authorization: AuthorizationRequest, userId: string): string => {
		const { application, responseType, scopes } = authorization;
		const scope = scopes.join(',');
		if (responseType === 'code')
			return callbackUrl(authorization, { code: tokens.issueCode(application, userId, scope) });
		const { access_token, expires_in } = tokens.issue(application, userId, scope);
		return callbackUrl(authorization, {
			access_token,
			expires_in: String(expires_in),
			service_user_id: userId,
		});
	};

	app.get(authorizationPaths.authorize, { exposeHeadRoute: false }, async (request, reply) => {
		const query = new URL(request.raw.url ?? '', 'http://sandbox').search.slice(1);
		const authorization = readAuthorizationRequest(applications, query);
		const { application, scopes, prompt } = authorization;
		const user = signIns.current(request);
		if (user === undefined || prompt !== undefined) return showSignIn(sandbox, request, reply, query);
		checkTrialUser(application, user.id);
		// Always shown: the person may be another one on the same device, and any site can send this request.
		const isRemembered = scopes.every(
			(scope) => selectConsent.get(user.id, application.client_id, scope) !== undefined,
		);
		const page = consentPage(application, user, { scopes, isRemembered }, query, pageWordsFor(request));
		return sendPage(reply, page, { application });
	});

	app.post('/sandbox/consent', async (request, reply) => {
		const form = readParameters(request);
		const authorization = readAuthorizationRequest(applications, required(form, 'query'));
		const { application, scopes } = authorization;
		const user = signIns.current(request);
		if (user === undefined) throw new ServiceError(126, 'nobody is signed in');
		checkTrialUser(application, user.id);
		if (form.get('decision') !== 'allow')
			return leadTo(request, reply, callbackUrl(authorization, { error: 'access_denied' }));
		for (const scope of scopes) insertConsent.run(user.id, application.client_id, scope);
		return leadTo(request, reply, granted(authorization, user.id));
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
	const { database, applications, tokens, signIns } = sandbox;
	const selectConsents = database.prepare(
		`SELECT client_id, group_concat(scope ORDER BY scope) AS scopes FROM consents WHERE user_id = ?
		 GROUP BY client_id ORDER BY client_id`,
	);

	// Clients know only the service's address, so that is what they link to.
	app.get('/', { exposeHeadRoute: false }, async (_request, reply) => reply.redirect(consentsPath, 302));
	app.get(consentsPath, async (request, reply) => {
		const user = signIns.current(request);
		if (user === undefined) return showSignIn(sandbox, request, reply);
		const consents = selectConsents.all(user.id).map(({ client_id, scopes }) => ({
			clientId: String(client_id),
			name: applications.get(String(client_id))?.name ?? String(client_id),
			scopes: String(scopes).split(','),
		}));
		return sendPage(reply, consentsPage(user, consents, pageWordsFor(request)));
	});

	app.post(`${consentsPath}/withdraw`, async (request, reply) => {
		const form = readParameters(request);
		const user = signIns.current(request);
		if (user === undefined) throw new ServiceError(126, 'nobody is signed in');
		tokens.withdraw(user.id, required(form, 'client_id'));
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
