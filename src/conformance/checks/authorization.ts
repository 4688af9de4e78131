/** Checks for the authorization and token endpoints (Spec §4.1, §5): which requests fail, and with which code. */
import { scopes } from '../../contract/spec/levels.ts';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { headerOf, ifJudged, NotJudged, type ServiceResponse } from '../call.ts';
import {
	type Check,
	check,
	conforms,
	differs,
	type Finding,
	leftOpen,
	notTried,
	type Section,
	show,
	showResponse,
} from '../check.ts';
import { judgeCode } from '../judge.ts';
import { type Application, codeOf, type Service } from '../service.ts';
import { grantParameters } from '../set-up.ts';
import {
	applicationOf,
	exchangeCode,
	type Grant,
	judgeBeforeGrant,
	type Parameters,
	refreshTokens,
	sendWrong,
} from './grants.ts';

/** Calls the authorization endpoint as a browser that isn't signed in would. */
const authorize = (service: Service, parameters: Parameters, method = 'GET') =>
	service.authorization(`${authorizationPaths.authorize}?${new URLSearchParams(parameters)}`, { method });

const state = 'conformance-check';

const authorizeParameters = ({ clientId, redirectUri }: Application): Parameters => ({
	client_id: clientId,
	redirect_uri: redirectUri,
	response_type: 'code',
	state,
});

/** Errors that a service may report on the callback URL, if `client_id` and `redirect_uri` are correct. */
const reportable: readonly number[] = [113, 115, 125];

function judgeReturned(location: string, response: ServiceResponse): Finding {
	const returned = new URLSearchParams(location.split(/[?#]/).slice(1).join('&')).get('state');
	return returned === state
		? conforms
		: differs(`state ${show(state)} on the callback, unchanged`, show(returned ?? undefined), response);
}

/**
 * Judges an error of the authorization endpoint. A service may first redirect the user to its sign-in page. How an
 * error reaches a correct callback URL is left open (Spec §4.1).
 */
async function judgeAuthorize(
	service: Service,
	{ redirectUri }: Application,
	parameters: Parameters,
	[about, id, , , code]: Fault,
): Promise<Finding[]> {
	const response = await authorize(service, parameters);
	const location = headerOf(response, 'location') ?? '';
	const isRedirect = response.status >= 300 && response.status <= 399;
	const { redirect_uri: sentUri = redirectUri } = parameters;
	if (isRedirect && ![redirectUri, sentUri].some((uri) => location.startsWith(uri))) {
		const why = 'the service sends to a page of its own first';
		// A service that sends codes to an unregistered URL endangers every user.
		if (sentUri !== redirectUri)
			service.notes.push(
				`authorize.${id} was not tried: ${why}. Sign in there, and check that nothing goes to ${sentUri}`,
			);
		throw new NotJudged(why);
	}
	const isAboutApplication = about === 'client_id' || about === 'redirect_uri';
	const isReported = /[?&#]error=/.test(location) && reportable.includes(code) && !isAboutApplication;
	// Whether a service must reject an invalid scope is left open.
	if (about === 'scope' && !isReported && response.status < 400 && codeOf(response) === undefined)
		return [leftOpen('it is ignored')];
	if (!isRedirect || !isReported) return judgeCode(response, [code], about);
	const found = judgeReturned(location, response);
	return [found.verdict === 'differs' ? found : leftOpen(`the error goes to the callback URL: ${location}`)];
}

function judgePage(response: ServiceResponse, found: Finding): Finding {
	const { status, json } = response;
	return (status === 200 && json === undefined) || (status >= 301 && status <= 308)
		? found
		: differs('a page, or a redirect to one', showResponse(response), response);
}

/** The single fault in an otherwise correct request, and the code that it fails with. */
type Fault = readonly [
	about: string,
	id: string,
	section: Section,
	what: string,
	code: number,
	/** Replaces the correct value; undefined omits the parameter. */
	value: string | undefined | ((good: string) => string),
];

const missing = (endpoint: string, about: string): Fault => {
	const what = `${endpoint} without ${about}`;
	return [about, `missing.${about}`, '4.1', what, 113, undefined];
};

const unknownApplication: Application = {
	clientId: 'no-such-application',
	clientSecret: 'wrong',
	redirectUri: 'https://client.example/callback',
};
const { clientId: unknownKey } = unknownApplication;
const elsewhere = 'https://elsewhere.example/callback';
/** Returns a URL that must be rejected: `redirect_uri` has to equal the registered one, not just begin with it. */
const longer = (good: string) => `${good}/more`;

const faults: Readonly<Record<keyof typeof authorizationPaths, readonly Fault[]>> = {
	authorize: [
		...['client_id', 'redirect_uri', 'response_type'].map((name) => missing('authorize', name)),
		['client_id', 'unknown-client', '7', 'an application key that does not exist', 104, unknownKey],
		['redirect_uri', 'wrong-redirect-uri', '5', 'another redirect_uri', 117, elsewhere],
		['redirect_uri', 'longer-redirect-uri', '5', 'a longer redirect_uri', 117, longer],
		['response_type', 'wrong-response-type', '7', 'a wrong type', 115, 'no_such_type'],
		['scope', 'wrong-scope', '7', 'an invalid scope, if rejected,', 125, 'no_such_scope'],
	],
	token: [
		...['client_id', 'client_secret', 'redirect_uri'].map((name) => missing('token', name)),
		...['grant_type', 'code', 'refresh_token'].map((name) => missing('token', name)),
		['client_id', 'unknown-client', '7', 'an application key that does not exist', 104, unknownKey],
		['grant_type', 'wrong-grant-type', '7', 'a wrong grant_type', 114, 'no_such_grant'],
		['code', 'unknown-code', '3.1', 'an unknown authorization code', 118, 'no-such-code'],
		['refresh_token', 'unknown-refresh-token', '3.1', 'an unknown refresh token', 119, 'no-such-token'],
	],
};

const faultChecks = (endpoint: keyof typeof faults): Check[] =>
	faults[endpoint].map((fault) => {
		const [about, id, section, what, code, value] = fault;
		const withFault = ({ [about]: right = '', ...others }: Parameters): Parameters => {
			const wrong = typeof value === 'function' ? value(right) : value;
			return wrong === undefined ? others : { ...others, [about]: wrong };
		};
		const states = `${what} fails with ${code}${code === 113 ? ', naming it' : ''}`;
		return check(section, `${endpoint}.${id}`, states, async (service) => {
			const application = value === unknownKey ? unknownApplication : applicationOf(service);
			if (endpoint === 'authorize') {
				const parameters = withFault(authorizeParameters(application));
				return judgeAuthorize(service, application, parameters, fault);
			}
			const grant = about === 'refresh_token' ? about : 'authorization_code';
			const response = await service.token(withFault(grantParameters(application, grant)));
			const isAboutGrant = ['code', 'refresh_token', 'grant_type'].includes(about);
			return isAboutGrant ? judgeCode(response, [code], about) : judgeBeforeGrant(response, code, about);
		});
	});

/** Advice for the tester: options that provide a valid code or refresh token, so that only the parameter is wrong. */
const remedies = {
	authorization_code: 'pass --code to try this separately',
	refresh_token: 'pass --write with the tokens of an expired sign-in to try this separately',
} as const;

/**
 * Checks that a token request with one wrong parameter fails. First uses an unknown code or refresh token; if
 * the service checks that before the parameter, uses the tester's own.
 */
const wrongParameterChecks = (
	[
		['client_secret', 'wrong-secret', 'a wrong client_secret', 116],
		['redirect_uri', 'wrong-redirect-uri', 'a redirect_uri that is not the registered one', 117],
	] as const
).flatMap(([name, id, wrong, code]) =>
	(['authorization_code', 'refresh_token'] as const).map((grant) => {
		const [label, what] =
			grant === 'refresh_token' ? [`refresh-${id}`, `a refresh with ${wrong}`] : [id, wrong];
		return check('5', `token.${label}`, `${what} fails with ${code}`, async (service) => {
			const first = judgeBeforeGrant(await sendWrong(service, grant, name), code);
			if (!first.some(({ verdict }) => verdict === 'open')) return first;
			const own = await ifJudged<Grant>(
				grant === 'refresh_token' ? refreshTokens(service) : exchangeCode(service),
			);
			const response = own?.wrong[name];
			return response === undefined
				? [...first, notTried(remedies[grant])]
				: judgeBeforeGrant(response, code);
		});
	}),
);

export const authorizationChecks = [
	check('4.1', 'authorize.page', 'GET with good parameters leads to a consent page', async (service) =>
		judgePage(await authorize(service, authorizeParameters(applicationOf(service))), conforms),
	),
	check('5', 'authorize.token-flow', 'response_type=token is accepted', async (service) => {
		const good = authorizeParameters(applicationOf(service));
		const response = await authorize(service, { ...good, response_type: 'token' });
		return judgePage(response, leftOpen(`HTTP ${response.status}`));
	}),
	check('5', 'authorize.scopes', 'several scopes are separated by commas', async (service) => {
		const application = applicationOf(service);
		const withScope = (scope: string) => authorize(service, { ...authorizeParameters(application), scope });
		const isAccepted = (response: ServiceResponse) =>
			response.status < 400 && !/[?&#]error=/.test(headerOf(response, 'location') ?? '');
		const response = await withScope(scopes.join(','));
		if (isAccepted(response)) return conforms;
		return isAccepted(await withScope(scopes.join(' ')))
			? differs(
					'scopes separated by commas to be accepted',
					`${showResponse(response)}; separated by spaces, they are accepted`,
					response,
				)
			: notTried(`the application may not ask for ${scopes.join(' and ')}`);
	}),
	check('4.1', 'authorize.post', 'authorize by POST fails with 101', async (service) =>
		judgeCode(await authorize(service, authorizeParameters(applicationOf(service)), 'POST'), [101]),
	),
	...faultChecks('authorize'),
	check('4.1', 'token.get', 'token by GET fails with 101', async (service) =>
		judgeCode(await service.authorization(authorizationPaths.token), [101]),
	),
	...faultChecks('token'),
	...wrongParameterChecks,
	check('4.1', 'token.form-body', 'parameters may be in a form body', async (service) => {
		const body = new URLSearchParams(grantParameters(applicationOf(service), 'authorization_code'));
		const response = await service.authorization(authorizationPaths.token, { method: 'POST', body });
		return leftOpen(codeOf(response) === 118 ? 'they may' : showResponse(response));
	}),
];
