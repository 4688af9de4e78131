/** Checks of the authorization endpoint (Spec §4.1, §5): what it refuses, and by which code. */
import type { Answer } from '../call.ts';
import { type Check, conforms, differs, leftOpen, showAnswer } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import {
	authorize,
	authorizeParameters,
	missing,
	refused,
	withApplication,
} from './authorization-requests.ts';

const isPage = ({ status }: Answer) => status === 200 || (status >= 301 && status <= 308);

export const authorizeChecks: readonly Check[] = [
	withApplication(
		'authorize.page',
		'4.1',
		'GET with good parameters leads to a consent page',
		async (service, application) => {
			const answer = await authorize(service, authorizeParameters(application));
			return [isPage(answer) ? conforms : differs('a page, or a redirect to one', showAnswer(answer))];
		},
	),
	withApplication(
		'authorize.token-flow',
		'5',
		'response_type=token is taken; its details are left open',
		async (service, application) => {
			const answer = await authorize(service, {
				...authorizeParameters(application),
				response_type: 'token',
			});
			return [
				isPage(answer)
					? leftOpen(`HTTP ${answer.status}`)
					: differs('a page, or a redirect to one', showAnswer(answer)),
			];
		},
	),
	withApplication(
		'authorize.post',
		'4.1',
		'the authorization endpoint must be GET: POST fails with 101',
		async (service, application) =>
			judgeCode(await authorize(service, authorizeParameters(application), 'POST'), [101]),
	),
	...missing('authorize', ['client_id', 'redirect_uri', 'response_type'], authorizeParameters),
	{
		id: 'authorize.unknown-client',
		section: '7',
		states: 'an application key that does not exist fails with 104',
		run: async (service) =>
			judgeCode(
				await authorize(service, {
					client_id: 'no-such-application',
					redirect_uri: 'https://client.example/callback',
					response_type: 'code',
				}),
				[104],
			),
	},
	refused(
		'authorize',
		'wrong-redirect-uri',
		'5',
		'a redirect_uri that is not the registered one fails with 117',
		117,
		(good) => ({
			...good,
			redirect_uri: 'https://elsewhere.example/callback',
		}),
	),
	refused(
		'authorize',
		'longer-redirect-uri',
		'5',
		'a redirect_uri must equal the registered one: a longer one fails with 117',
		117,
		(good) => ({
			...good,
			redirect_uri: `${good.redirect_uri}/more`,
		}),
	),
	refused('authorize', 'wrong-response-type', '7', 'a wrong response_type fails with 115', 115, (good) => ({
		...good,
		response_type: 'no_such_type',
	})),
	refused('authorize', 'wrong-scope', '7', 'an invalid scope fails with 125', 125, (good) => ({
		...good,
		scope: 'no_such_scope',
	})),
	withApplication(
		'authorize.callback',
		'4.1',
		'how the result comes back to the callback address is left open',
		async () => [leftOpen('seen only in a browser: this project reads code and state from the query')],
	),
];
