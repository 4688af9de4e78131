/** Requests to the authorization endpoint (Spec §4.1), and checks of both endpoints made from one change of a good request. */
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { headerOf, type ServiceResponse } from '../call.ts';
import { type Check, type Finding, leftOpen, notTried } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import type { Section } from '../sections.ts';
import { type Application, codeOf, type Service } from '../service.ts';
import { grants, tokenParameters } from './token-requests.ts';

type Parameters = Readonly<Record<string, string>>;

/** The same parameters but one. */
export const without = (parameters: Parameters, name: string): Parameters =>
	Object.fromEntries(Object.entries(parameters).filter(([each]) => each !== name));

/** A call of the authorization endpoint, as a browser that nobody has signed in with makes it. */
export const authorize = (service: Service, parameters: Parameters, method = 'GET') =>
	service.authorization(`${authorizationPaths.authorize}?${new URLSearchParams(parameters)}`, { method });

/** Good parameters of the authorization endpoint. */
export const authorizeParameters = ({ clientId, redirectUri }: Application): Parameters => ({
	client_id: clientId,
	redirect_uri: redirectUri,
	response_type: 'code',
	state: 'conformance-check',
});

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

/** Where a redirect leads: to the callback URL, or to a page of the service; null for no redirect. */
function redirectTarget(
	response: ServiceResponse,
	{ redirectUri }: Pick<Application, 'redirectUri'>,
): 'callback' | 'page' | null {
	if (response.status < 300 || response.status > 399) return null;
	return headerOf(response, 'location')?.startsWith(redirectUri) === true ? 'callback' : 'page';
}

/** Errors that a service may report to the application instead: the application and its callback URL are right. */
const reportable: readonly number[] = [113, 115, 125];

/**
 * Judges an error of the authorization endpoint, which browsers call. A service may first send the user to its sign-in page.
 * How an error gets to a callback URL that is right is left open (Spec §4.1).
 */
export function judgeAuthorize(
	response: ServiceResponse,
	application: Pick<Application, 'redirectUri'>,
	code: number,
	names?: string,
): Finding[] {
	const target = redirectTarget(response, application);
	if (target === 'page') return [notTried('the service sends to a page of its own first')];
	const isAboutApplication = names === 'client_id' || names === 'redirect_uri';
	const hasError = /[?&#]error=/.test(headerOf(response, 'location') ?? '');
	if (target === 'callback' && hasError && reportable.includes(code) && !isAboutApplication)
		return [leftOpen(`the error goes to the callback URL: ${headerOf(response, 'location')}`)];
	return judgeCode(response, [code], names);
}

/** A check that a request with one change of good parameters fails with a code. */
export const rejects = (
	endpoint: 'authorize' | 'token',
	id: string,
	section: Section,
	states: string,
	code: number,
	change: (good: Parameters) => Parameters,
): Check =>
	withApplication(`${endpoint}.${id}`, section, states, async (service, application) => {
		if (endpoint === 'authorize') {
			const response = await authorize(service, change(authorizeParameters(application)));
			return judgeAuthorize(response, application, code);
		}
		const good = { ...tokenParameters(application), ...grants.authorization_code };
		return judgeCode(await service.token(change(good)), [code]);
	});

/** Checks that a request without one of these parameters fails with 113 and its name. */
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
				if (endpoint === 'authorize')
					return judgeAuthorize(await authorize(service, parameters), application, 113, name);
				const response = await service.token(parameters);
				const isAboutGrant = name === 'code' || name === 'refresh_token' || name === 'grant_type';
				return isAboutGrant ? judgeCode(response, [113], name) : judgeBeforeGrant(response, 113, name);
			},
		),
	);

/**
 * Judges the response to a token request that is wrong in one parameter, and whose code or refresh token is unknown too: in
 * which order a service looks at them is not specified.
 */
export function judgeBeforeGrant(response: ServiceResponse, code: number, names?: string): Finding[] {
	const got = codeOf(response);
	return response.status === 400 && (got === 118 || got === 119)
		? [leftOpen(`the service looks at the code or refresh token first (${got})`)]
		: judgeCode(response, [code], names);
}
