import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { leadTo, sendPage } from '../pages/html.ts';
import { type PageWords, pageWordsFor } from '../pages/page-words.ts';
import { type Parameters, readParameters, required } from '../requests/parameters.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { readAuthorizationRequest } from './authorization-request.ts';
import { consentsPath, signInPage } from './pages.ts';
import type { SignIns } from './sign-ins.ts';

/**
 * Sends the sign-in page.
 * @param query the authorization request to continue afterwards; undefined for the consents page
 */
export type ShowSignIn = (
	request: FastifyRequest,
	reply: FastifyReply,
	query?: string,
	failed?: { uid: string; error: ServiceError },
) => FastifyReply;

export function addSignInForm(
	app: FastifyInstance,
	{ applications, users, guesses }: Sandbox,
	signIns: SignIns,
): ShowSignIn {
	const show: ShowSignIn = (request, reply, query, failed) => {
		const say = pageWordsFor(request);
		const application =
			query === undefined ? undefined : readAuthorizationRequest(applications, query).application;
		const problem = failed && {
			uid: failed.uid,
			message: messageOf(failed.error, say),
			code: failed.error.code,
		};
		return sendPage(reply, signInPage(application, query, say, problem), {
			application,
			status: failed === undefined ? 200 : 400,
		});
	};

	/** @throws ServiceError 113; 120, also after too many wrong passwords; 121, 122, 128 */
	const signIn = (request: FastifyRequest, reply: FastifyReply, form: Parameters) => {
		const uid = required(form, 'uid');
		const password = required(form, 'password');
		if (guesses.mustWait(uid, request.ip)) throw new ServiceError(120, 'too many attempts, wait');
		try {
			signIns.begin(request, reply, users.signIn(uid, password));
			guesses.forgetAccount(uid);
		} catch (error) {
			if (error instanceof ServiceError && error.code === 120) guesses.countWrong(uid, request.ip);
			throw error;
		}
	};

	app.post('/sandbox/sign-in', async (request, reply) => {
		const form = readParameters(request);
		const query = form.get('query');
		if (query !== undefined) readAuthorizationRequest(applications, query);
		try {
			signIn(request, reply, form);
		} catch (error) {
			if (!(error instanceof ServiceError) || !request.headers.accept?.includes('text/html')) throw error;
			return show(request, reply, query, { uid: form.get('uid') ?? '', error });
		}
		if (query === undefined) return leadTo(request, reply, consentsPath);
		const next = new URLSearchParams(query);
		// The account is chosen now.
		next.delete('prompt');
		return leadTo(request, reply, `${authorizationPaths.authorize}?${next}`);
	});
	return show;
}

function messageOf({ code, detail }: ServiceError, say: PageWords): string {
	// A detail means that there were too many wrong passwords.
	if (code === 120) return detail === undefined ? say.wrongPassword : say.tooManyAttempts;
	const messages: Partial<Record<number, string>> = {
		113: say.missing,
		121: say.gone,
		122: say.blocked,
		128: say.locked,
	};
	return messages[code] ?? say.unusable;
}
