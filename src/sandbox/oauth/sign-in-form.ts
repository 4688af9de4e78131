import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { leadTo, sendPage } from '../pages/html.ts';
import { pageWordsFor } from '../pages/page-words.ts';
import { type Parameters, readParameters, required } from '../requests/parameters.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { readAuthorizationRequest } from './authorization-request.ts';
import { consentsPath, type FailedSignIn, signInPage } from './pages.ts';

/**
 * Sends the sign-in page.
 * @param query the authorization request to continue afterwards; undefined for the consents page
 */
export function showSignIn(
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

/** @throws ServiceError 113; 120, also after too many wrong passwords; 121, 122, 128 */
function signIn(
	{ users, limits, signIns }: Sandbox,
	request: FastifyRequest,
	reply: FastifyReply,
	form: Parameters,
): void {
	const [uid, password] = [required(form, 'uid'), required(form, 'password')];
	if (!limits.maySignIn(uid, request.ip)) throw new ServiceError(120, 'too many attempts');
	try {
		signIns.begin(request, reply, users.signIn(uid, password));
		limits.forgetWrongPasswords(uid, request.ip);
	} catch (error) {
		if (error instanceof ServiceError && error.code === 120) limits.countWrongPassword(uid, request.ip);
		throw error;
	}
}

export function addSignInRoute(app: FastifyInstance, sandbox: Sandbox): void {
	app.post('/sandbox/sign-in', async (request, reply) => {
		const form = readParameters(request);
		const query = form.get('query');
		if (query !== undefined) readAuthorizationRequest(sandbox.applications, query);
		try {
			signIn(sandbox, request, reply, form);
		} catch (error) {
			if (!(error instanceof ServiceError) || !request.headers.accept?.includes('text/html')) throw error;
			return showSignIn(sandbox, request, reply, query, { uid: form.get('uid') ?? '', error });
		}
		if (query === undefined) return leadTo(request, reply, consentsPath);
		const next = new URLSearchParams(query);
		// The account is chosen now.
		next.delete('prompt');
		return leadTo(request, reply, `${authorizationPaths.authorize}?${next}`);
	});
}
