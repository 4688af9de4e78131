/** Checks of the authorization endpoint (Spec §4.1, §5): which requests fail, and with which code. */
import type { ServiceResponse } from '../call.ts';
import { type Check, conforms, differs, leftOpen, showResponse } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import {
	authorize,
	authorizeParameters,
	judgeAuthorize,
	missing,
	rejects,
	withApplication,
} from './authorization-requests.ts';

const isPage = ({ status }: ServiceResponse) => status === 200 || (status >= 301 && status <= 308);

export const authorizeChecks: readonly Check[] = [
	withApplication(
		'authorize.page',
		'4.1',
		'GET with good parameters leads to a consent page',
		async (service, application) => {
			const response = await authorize(service, authorizeParameters(application));
			return [
				isPage(response)
					? conforms
					: differs('a page, or a redirect to one', showResponse(response), response),
			];
		},
	),
	withApplication(
		'authorize.token-flow',
		'5',
		'response_type=token is accepted; its details are left open',
		async (service, application) => {
			const response = await authorize(service, {
				...authorizeParameters(application),
				response_type: 'token',
			});
			return [
				isPage(response)
					? leftOpen(`HTTP ${response.status}`)
					: differs('a page, or a redirect to one', showResponse(response), response),
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
		run: async (service) => {
			const redirectUri = 'https://client.example/callback';
			const response = await authorize(service, {
				client_id: 'no-such-application',
				redirect_uri: redirectUri,
				response_type: 'code',
			});
			return judgeAuthorize(response, { redirectUri }, 104);
		},
	},
	rejects(
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
	rejects(
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
	rejects('authorize', 'wrong-response-type', '7', 'a wrong response_type fails with 115', 115, (good) => ({
		...good,
		response_type: 'no_such_type',
	})),
	rejects('authorize', 'wrong-scope', '7', 'an invalid scope fails with 125', 125, (good) => ({
		...good,
		scope: 'no_such_scope',
	})),
	withApplication(
		'authorize.callback',
		'4.1',
		'how the result gets to the callback URL is left open',
		async () => [leftOpen('only a browser sees it: this project reads code and state from the query')],
	),
];
