/** Withdrawing consent (gap register, `withdrawal`): lists what a person has allowed, with a button for each. */
import type { FastifyInstance } from 'fastify';
import { sendPage } from '../pages/html.ts';
import { pageWordsFor } from '../pages/page-words.ts';
import { readParameters, required } from '../parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { ServiceError } from '../service-error.ts';
import { consentsPage, consentsPath } from './pages.ts';
import type { ShowSignIn } from './sign-in-form.ts';
import type { SignIns } from './sign-ins.ts';

export function addConsentsRoutes(
	app: FastifyInstance,
	{ database, applications, tokens }: Sandbox,
	signIns: SignIns,
	showSignIn: ShowSignIn,
): void {
	const selectConsents = database.prepare(
		`SELECT client_id, group_concat(scope ORDER BY scope) AS scopes FROM consents WHERE user_id = ?
		 GROUP BY client_id ORDER BY client_id`,
	);

	app.get(consentsPath, async (request, reply) => {
		const user = signIns.current(request);
		if (user === undefined) return showSignIn(request, reply);
		const consents = selectConsents.all(user.id).map(({ client_id, scopes }) => ({
			clientId: String(client_id),
			name: applications.get(String(client_id))?.name ?? String(client_id),
			scopes: String(scopes).split(','),
		}));
		return sendPage(reply, consentsPage(user, consents, signIns.guardOf(request), pageWordsFor(request)));
	});

	app.post(`${consentsPath}/withdraw`, async (request, reply) => {
		const form = readParameters(request);
		const user = signIns.current(request);
		signIns.checkGuard(request, form);
		if (user === undefined) throw new ServiceError(126, 'nobody is signed in');
		tokens.withdraw(user.id, required(form, 'client_id'));
		return reply.redirect(consentsPath, 303);
	});
}
