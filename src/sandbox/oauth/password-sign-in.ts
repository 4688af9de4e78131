/** The sign-in forms: what they check, in order, and what they say when it fails. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageWords } from '../pages/page-words.ts';
import { type Parameters, required } from '../parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { ServiceError } from '../service-error.ts';
import type { FormTokens } from './form-tokens.ts';
import type { SignIns } from './sign-ins.ts';

/** The field of a sign-in form with its token. */
export const formTokenField = 'form_token';

export interface PasswordSignIn {
	/** The token for a sign-in form in the response. */
	formToken(request: FastifyRequest, reply: FastifyReply): string;
	/**
	 * Signs in with a form's user name and password.
	 *
	 * @throws ServiceError 113; 126 when the token of the form is wrong; 120, also when there were too many wrong passwords;
	 * 121, 122, 128
	 */
	submit(request: FastifyRequest, reply: FastifyReply, form: Parameters): void;
}

export function createPasswordSignIn(
	{ users, guesses }: Pick<Sandbox, 'users' | 'guesses'>,
	signIns: SignIns,
	formTokens: FormTokens,
): PasswordSignIn {
	return {
		formToken: formTokens.issue,
		submit(request, reply, form) {
			const uid = required(form, 'uid');
			const password = required(form, 'password');
			const token = form.get(formTokenField) ?? '';
			if (!formTokens.use(request, token, uid))
				throw new ServiceError(126, 'the form was not sent from this page, or was sent before');
			if (guesses.mustWait(uid, request.ip)) throw new ServiceError(120, 'too many attempts, wait');
			try {
				signIns.begin(request, reply, users.signIn(uid, password));
				guesses.forgetAccount(uid);
				formTokens.noteSignIn(token, uid);
			} catch (error) {
				if (error instanceof ServiceError && error.code === 120) guesses.countWrong(uid, request.ip);
				throw error;
			}
		},
	};
}

/** What the page says of a sign-in that failed. */
export function signInMessage({ code, detail }: ServiceError, say: PageWords): string {
	// With a detail there were too many wrong passwords.
	if (code === 120) return detail === undefined ? say.wrongPassword : say.tooManyAttempts;
	const messages: Partial<Record<number, string>> = {
		113: say.missing,
		121: say.gone,
		122: say.blocked,
		126: say.formUsed,
		128: say.locked,
	};
	return messages[code] ?? say.unusable;
}
