/** Checks of the authorization and token endpoints (Spec §4.1, §5): which requests fail, and with which code. */
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { headerOf, NotJudged, type ServiceResponse } from '../call.ts';
import {
	type Check,
	check,
	conforms,
	differs,
	type Finding,
	leftOpen,
	notTried,
	type Section,
	showResponse,
} from '../check.ts';
import { judgeCode } from '../judge.ts';
import { type Application, codeOf, type Service } from '../service.ts';
import {
	applicationOf,
	exchangeCode,
	type GrantType,
	grantParameters,
	judgeBeforeGrant,
	type Parameters,
	refreshTokens,
	sendWrong,
	type WrongParameter,
} from './token-requests.ts';

/** The same parameters but one. */
const without = (parameters: Parameters, name: string): Parameters =>
	Object.fromEntries(Object.entries(parameters).filter(([each]) => each !== name));

/** A call of the authorization endpoint, as a browser that nobody has signed in with makes it. */
const authorize = (service: Service, parameters: Parameters, method = 'GET') =>
	service.authorization(`${authorizationPaths.authorize}?${new URLSearchParams(parameters)}`, { method });

/** Good parameters of the authorization endpoint. */
const authorizeParameters = ({ clientId, redirectUri }: Application): Parameters => ({
	client_id: clientId,
	redirect_uri: redirectUri,
	response_type: 'code',
	state: 'conformance-check',
});

/** Errors that a service may report to the application instead: the application and its callback URL are right. */
const reportable: readonly number[] = [113, 115, 125];

/**
 * Judges an error of the authorization endpoint, which browsers call. A service may first send the user to its sign-in page.
 * How an error gets to a callback URL that is right is left open (Spec §4.1).
 */
function judgeAuthorize(
	response: ServiceResponse,
	redirectUri: string,
	code: number,
	names?: string,
): Finding[] {
	const location = headerOf(response, 'location') ?? '';
	const isRedirect = response.status >= 300 && response.status <= 399;
	if (isRedirect && !location.startsWith(redirectUri))
		throw new NotJudged('the service sends to a page of its own first');
	const isAboutApplication = names === 'client_id' || names === 'redirect_uri';
	const isReported = /[?&#]error=/.test(location) && reportable.includes(code) && !isAboutApplication;
	return isRedirect && isReported
		? [leftOpen(`the error goes to the callback URL: ${location}`)]
		: judgeCode(response, [code], names);
}

/** A page for browsers, or a redirect to one. */
function judgePage(response: ServiceResponse, found: Finding): Finding {
	const { status } = response;
	return status === 200 || (status >= 301 && status <= 308)
		? found
		: differs('a page, or a redirect to one', showResponse(response), response);
}

const elsewhere = 'https://elsewhere.example/callback';
/** The redirect_uri must equal the registered one. */
const longer = ({ redirect_uri }: Parameters) => ({ redirect_uri: `${redirect_uri}/more` });

/** Good requests with one change, and the code that each fails with. */
const changes: readonly (readonly [
	endpoint: 'authorize' | 'token',
	id: string,
	section: Section,
	what: string,
	code: number,
	change: (good: Parameters) => Parameters,
])[] = [
	['authorize', 'wrong-redirect-uri', '5', 'another redirect_uri', 117, () => ({ redirect_uri: elsewhere })],
	['authorize', 'longer-redirect-uri', '5', 'a longer redirect_uri', 117, longer],
	['authorize', 'wrong-response-type', '7', 'a wrong type', 115, () => ({ response_type: 'no_such_type' })],
	['authorize', 'wrong-scope', '7', 'an invalid scope', 125, () => ({ scope: 'no_such_scope' })],
	['token', 'wrong-grant-type', '7', 'a wrong grant_type', 114, () => ({ grant_type: 'no_such_grant' })],
	['token', 'unknown-code', '3.1', 'an unknown authorization code', 118, () => ({})],
];

const rejected: readonly Check[] = changes.map(([endpoint, id, section, what, code, change]) =>
	check(section, `${endpoint}.${id}`, `${what} fails with ${code}`, async (service) => {
		const application = applicationOf(service);
		if (endpoint === 'token') {
			const good = grantParameters(application, 'authorization_code');
			return judgeCode(await service.token({ ...good, ...change(good) }), [code]);
		}
		const good = authorizeParameters(application);
		const response = await authorize(service, { ...good, ...change(good) });
		return judgeAuthorize(response, application.redirectUri, code);
	}),
);

const missingState = (endpoint: string, name: string) =>
	`${endpoint} without ${name} fails with 113, naming it`;

const authorizeWithout = (name: string): Check =>
	check('4.1', `authorize.missing.${name}`, missingState('authorize', name), async (service) => {
		const application = applicationOf(service);
		const response = await authorize(service, without(authorizeParameters(application), name));
		return judgeAuthorize(response, application.redirectUri, 113, name);
	});

const tokenWithout = (name: string, grant: GrantType = 'authorization_code'): Check =>
	check('4.1', `token.missing.${name}`, missingState('token', name), async (service) => {
		const response = await service.token(without(grantParameters(applicationOf(service), grant), name));
		const isAboutGrant = ['code', 'refresh_token', 'grant_type'].includes(name);
		return isAboutGrant ? judgeCode(response, [113], name) : judgeBeforeGrant(response, 113, name);
	});

/** What the tester may give so that the code or refresh token is right, and nothing else is wrong. */
const remedies = {
	authorization_code: 'give --code to try this by itself',
	refresh_token: 'give --write with the tokens of a sign-in that has expired to try this by itself',
} as const;

/** The response to a wrong request with the tester's own code or refresh token, where there is one. */
async function tryOwnGrant(service: Service, grant: GrantType, name: WrongParameter) {
	try {
		const tried = await (grant === 'refresh_token' ? refreshTokens(service) : exchangeCode(service));
		return tried.wrong[name];
	} catch (error) {
		if (error instanceof NotJudged) return undefined;
		throw error;
	}
}

/**
 * A check that a token request with one wrong parameter fails. First the code or refresh token is an unknown one; a service
 * that looks at it before the parameter gets the tester's own.
 */
const tokenWithWrong = (
	id: string,
	states: string,
	code: number,
	grant: GrantType,
	name: WrongParameter,
): Check =>
	check('5', `token.${id}`, states, async (service) => {
		const first = judgeBeforeGrant(await sendWrong(service, grant, name), code);
		if (!first.some(({ verdict }) => verdict === 'open')) return first;
		const response = await tryOwnGrant(service, grant, name);
		return response === undefined ? [...first, notTried(remedies[grant])] : judgeBeforeGrant(response, code);
	});

const redirectUri = 'https://client.example/callback';
const unknownApplication: Application = {
	clientId: 'no-such-application',
	clientSecret: 'wrong',
	redirectUri,
};

export const authorizationChecks: readonly Check[] = [
	check('4.1', 'authorize.page', 'GET with good parameters leads to a consent page', async (service) =>
		judgePage(await authorize(service, authorizeParameters(applicationOf(service))), conforms),
	),
	check(
		'5',
		'authorize.token-flow',
		'response_type=token is accepted; its details are left open',
		async (service) => {
			const good = authorizeParameters(applicationOf(service));
			const response = await authorize(service, { ...good, response_type: 'token' });
			return judgePage(response, leftOpen(`HTTP ${response.status}`));
		},
	),
	check(
		'4.1',
		'authorize.post',
		'the authorization endpoint must be GET: POST fails with 101',
		async (service) =>
			judgeCode(await authorize(service, authorizeParameters(applicationOf(service)), 'POST'), [101]),
	),
	...['client_id', 'redirect_uri', 'response_type'].map(authorizeWithout),
	check(
		'7',
		'authorize.unknown-client',
		'an application key that does not exist fails with 104',
		async (service) =>
			judgeAuthorize(await authorize(service, authorizeParameters(unknownApplication)), redirectUri, 104),
	),
	...rejected,
	check('4.1', 'token.get', 'the token endpoint must be POST: GET fails with 101', async (service) =>
		judgeCode(await service.authorization(authorizationPaths.token), [101]),
	),
	check(
		'7',
		'token.unknown-client',
		'a token request of an application that does not exist fails with 104',
		async (service) => {
			const parameters = grantParameters(unknownApplication, 'authorization_code');
			return judgeBeforeGrant(await service.token(parameters), 104);
		},
	),
	...['client_id', 'client_secret', 'redirect_uri', 'grant_type', 'code'].map((name) => tokenWithout(name)),
	tokenWithout('refresh_token', 'refresh_token'),
	...(
		[
			['client_secret', 'wrong-secret', 'a wrong client_secret', 116],
			['redirect_uri', 'wrong-redirect-uri', 'a redirect_uri that is not the registered one', 117],
		] as const
	).flatMap(([name, id, wrong, code]) => [
		tokenWithWrong(id, `${wrong} fails with ${code}`, code, 'authorization_code', name),
		tokenWithWrong(
			`refresh-${id}`,
			`a refresh with ${wrong} fails with ${code}`,
			code,
			'refresh_token',
			name,
		),
	]),
	check('3.1', 'token.unknown-refresh-token', 'an unknown refresh token fails with 119', async (service) =>
		judgeCode(await service.token(grantParameters(applicationOf(service), 'refresh_token')), [119]),
	),
	check(
		'4.1',
		'token.form-body',
		'whether parameters may be in a form body is left open',
		async (service) => {
			const body = new URLSearchParams(grantParameters(applicationOf(service), 'authorization_code'));
			const response = await service.authorization(authorizationPaths.token, { method: 'POST', body });
			return leftOpen(codeOf(response) === 118 ? 'they may' : showResponse(response));
		},
	),
];
