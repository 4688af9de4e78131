/** Withdrawing consent (gap register, `withdrawal`): lists what a person has allowed, with a button for each. */
import type { FastifyInstance } from 'fastify';
import { demoAccounts } from '../data/demo-accounts.ts';
import { pageWordsFor } from '../pages/page-words.ts';
import { sendPage } from '../pages/send-page.ts';
import { readParameters, required } from '../parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { ServiceError } from '../service-error.ts';
import { accountSignInPage, consentsPage } from './pages.ts';
import { type PasswordSignIn, signInMessage } from './password-sign-in.ts';
import type { SignIns } from './sign-ins.ts';

const consentsPath = '/sandbox/consents';

export function addConsentsRoutes(
	app: FastifyInstance,
	sandbox: Sandbox,
	signIns: SignIns,
	passwordSignIn: PasswordSignIn,
): void {
	const { database, applications, tokens } = sandbox;
	const selectConsents = database.prepare(
		'SELECT client_id, scope FROM consents WHERE user_id = ? ORDER BY client_id, scope',
	);

	app.get(consentsPath, async (request, reply) => {
		const user = signIns.current(request);
		const say = pageWordsFor(request);
		if (user === undefined)
			return sendPage(reply, accountSignInPage(passwordSignIn.formToken(request, reply), demoAccounts, say));
		const byApplication = new Map<string, string[]>();
		for (const row of selectConsents.all(user.id)) {
			const clientId = String(row.client_id);
			byApplication.set(clientId, [...(byApplication.get(clientId) ?? []), String(row.scope)]);
		}
		const consents = [...byApplication].map(([clientId, scopes]) => ({
			clientId,
			name: applications.get(clientId)?.name ?? clientId,
			scopes,
		}));
		return sendPage(reply, consentsPage(user, consents, signIns.guardOf(request), say));
	});

	app.post('/sandbox/consents/sign-in', async (request, reply) => {
		const form = readParameters(request);
		try {
			passwordSignIn.submit(request, reply, form);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const say = pageWordsFor(request);
			const problem = { uid: form.get('uid') ?? '', message: signInMessage(error, say), code: error.code };
			const page = accountSignInPage(passwordSignIn.formToken(request, reply), demoAccounts, say, problem);
			return sendPage(reply, page, { status: 400 });
		}
		return reply.redirect(consentsPath, 303);
	});

	app.post('/sandbox/consents/withdraw', async (request, reply) => {
		const form = readParameters(request);
		const user = signIns.current(request);
		if (user === undefined || form.get('guard') !== signIns.guardOf(request))
			throw new ServiceError(126, 'the form was not sent from this page');
		tokens.withdraw(user.id, required(form, 'client_id'));
		return reply.redirect(consentsPath, 303);
	});
}
