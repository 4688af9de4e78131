/** Checks of the authorization and token endpoints (Spec §4.1, §5): what they refuse, and by which code. */
import { authorizationPaths } from '../../contract/operations.ts';
import type { Answer } from '../call.ts';
import { type Check, conforms, differs, type Finding, leftOpen, notTried, showAnswer } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import type { Section } from '../sections.ts';
import type { Application, Service } from '../service.ts';

type Parameters = Readonly<Record<string, string>>;

const without = (parameters: Parameters, name: string): Parameters =>
	Object.fromEntries(Object.entries(parameters).filter(([each]) => each !== name));

const authorize = (service: Service, parameters: Parameters, method = 'GET') =>
	service.authorization(`${authorizationPaths.authorize}?${new URLSearchParams(parameters)}`, { method });

const authorizeParameters = ({ clientId, redirectUri }: Application): Parameters => ({
	client_id: clientId,
	redirect_uri: redirectUri,
	response_type: 'code',
	state: 'conformance-check',
});

const tokenParameters = ({ clientId, clientSecret, redirectUri }: Application): Parameters => ({
	client_id: clientId,
	client_secret: clientSecret,
	redirect_uri: redirectUri,
});

const grants = {
	authorization_code: { grant_type: 'authorization_code', code: 'no-such-code' },
	refresh_token: { grant_type: 'refresh_token', refresh_token: 'no-such-token' },
} as const;

/** A check that needs the tester's application. */
function withApplication(
	id: string,
	section: Section,
	states: string,
	judge: (service: Service, application: Application) => Promise<readonly Finding[]>,
): Check {
	return {
		id,
		section,
		states,
		needs: 'application',
		run: async (service) => {
			const { application } = service.options;
			return application === null ? [notTried('needs an application')] : judge(service, application);
		},
	};
}

/** A check that one change of good parameters is refused with a code. */
const refused = (
	endpoint: 'authorize' | 'token',
	id: string,
	section: Section,
	states: string,
	code: number,
	change: (good: Parameters) => Parameters,
): Check =>
	withApplication(`${endpoint}.${id}`, section, states, async (service, application) => {
		const answer =
			endpoint === 'authorize'
				? await authorize(service, change(authorizeParameters(application)))
				: await service.token(change({ ...tokenParameters(application), ...grants.authorization_code }));
		return judgeCode(answer, [code]);
	});

const missing = (
	endpoint: 'authorize' | 'token',
	label: string,
	names: readonly string[],
	good: (application: Application) => Parameters,
): Check[] =>
	names.map((name) =>
		withApplication(
			`${endpoint}.missing${label}.${name}`,
			'4.1',
			`${endpoint} without ${name} fails with 113, naming it`,
			async (service, application) => {
				const parameters = without(good(application), name);
				const answer =
					endpoint === 'authorize' ? await authorize(service, parameters) : await service.token(parameters);
				return judgeCode(answer, [113], name);
			},
		),
	);

const isPage = ({ status }: Answer) => status === 200 || (status >= 301 && status <= 308);

export const authorizationChecks: readonly Check[] = [
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
	...missing('authorize', '', ['client_id', 'redirect_uri', 'response_type'], authorizeParameters),
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
	{
		id: 'token.get',
		section: '4.1',
		states: 'the token endpoint must be POST: GET fails with 101',
		run: async (service) => judgeCode(await service.authorization(authorizationPaths.token), [101]),
	},
	{
		id: 'token.unknown-client',
		section: '7',
		states: 'a token request of an application that does not exist fails with 104',
		run: async (service) =>
			judgeCode(
				await service.token({
					client_id: 'no-such-application',
					client_secret: 'wrong',
					redirect_uri: 'https://client.example/callback',
					...grants.authorization_code,
				}),
				[104],
			),
	},
	...missing(
		'token',
		'',
		['client_id', 'client_secret', 'redirect_uri', 'grant_type', 'code'],
		(application) => ({
			...tokenParameters(application),
			...grants.authorization_code,
		}),
	),
	...missing('token', '', ['refresh_token'], (application) => ({
		...tokenParameters(application),
		...grants.refresh_token,
	})),
	refused('token', 'wrong-grant-type', '7', 'a wrong grant_type fails with 114', 114, (good) => ({
		...good,
		grant_type: 'no_such_grant',
	})),
	refused('token', 'wrong-secret', '5', 'a wrong client_secret fails with 116', 116, (good) => ({
		...good,
		client_secret: 'not-the-secret',
	})),
	refused(
		'token',
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
		'token',
		'unknown-code',
		'3.1',
		'an unknown authorization code fails with 118',
		118,
		(good) => good,
	),
	refused(
		'token',
		'unknown-refresh-token',
		'3.1',
		'an unknown refresh token fails with 119',
		119,
		(good) => ({
			...without(good, 'code'),
			...grants.refresh_token,
		}),
	),
	withApplication(
		'token.form-body',
		'4.1',
		'whether parameters may come as a form body is left open',
		async (service, application) => {
			const body = new URLSearchParams({ ...tokenParameters(application), ...grants.authorization_code });
			const answer = await service.authorization(authorizationPaths.token, { method: 'POST', body });
			const { code } = (answer.json ?? {}) as { code?: unknown };
			return [leftOpen(code === 118 ? 'they may' : showAnswer(answer))];
		},
	),
];
