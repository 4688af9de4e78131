/** Requests to the authorization and token endpoints (Spec §4.1), and checks made from one change of a good request. */
import { authorizationPaths } from '../../contract/operations.ts';
import { type Check, type Finding, notTried } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import type { Section } from '../sections.ts';
import type { Application, Service } from '../service.ts';

type Parameters = Readonly<Record<string, string>>;

/** The same parameters but one. */
export const without = (parameters: Parameters, name: string): Parameters =>
	Object.fromEntries(Object.entries(parameters).filter(([each]) => each !== name));

/** A call of the authorization endpoint. */
export const authorize = (service: Service, parameters: Parameters, method = 'GET') =>
	service.authorization(`${authorizationPaths.authorize}?${new URLSearchParams(parameters)}`, { method });

/** Good parameters of the authorization endpoint. */
export const authorizeParameters = ({ clientId, redirectUri }: Application): Parameters => ({
	client_id: clientId,
	redirect_uri: redirectUri,
	response_type: 'code',
	state: 'conformance-check',
});

/** Good parameters of the token endpoint, without those of a grant. */
export const tokenParameters = ({ clientId, clientSecret, redirectUri }: Application): Parameters => ({
	client_id: clientId,
	client_secret: clientSecret,
	redirect_uri: redirectUri,
});

/** The two grants, with a code and a refresh token that no service gave. */
export const grants = {
	authorization_code: { grant_type: 'authorization_code', code: 'no-such-code' },
	refresh_token: { grant_type: 'refresh_token', refresh_token: 'no-such-token' },
} as const;

/** A check that needs the tester's application. */
export function withApplication(
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
export const refused = (
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

/** Checks that the endpoint asks for each of these parameters by name. */
export const missing = (
	endpoint: 'authorize' | 'token',
	names: readonly string[],
	good: (application: Application) => Parameters,
): Check[] =>
	names.map((name) =>
		withApplication(
			`${endpoint}.missing.${name}`,
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
