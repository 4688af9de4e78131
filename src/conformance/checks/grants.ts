/**
 * Checks for successful grants (Spec §2.5, §3.1): a code for tokens, a refresh token for the next pair. Each grant is
 * requested once per run, since codes and refresh tokens work once; several checks judge it.
 */

import { levels } from '../../contract/spec/levels.ts';
import { tokenResponseSchema } from '../../contract/spec/resources.ts';
import { CannotRun, NotJudged, type ServiceResponse } from '../call.ts';
import {
	check,
	conforms,
	Differs,
	differs,
	expectEqual,
	type Finding,
	leftOpen,
	show,
	showResponse,
} from '../check.ts';
import { judgeCode, judgeStatus } from '../judge.ts';
import { bodyOf, readCount, readText, userIdOf } from '../read.ts';
import { type Application, codeOf, type Service, unknownId } from '../service.ts';
import {
	expiredOrUnknown,
	type GrantType,
	grantParameters,
	rejectedToken,
	requireApplication,
} from '../set-up.ts';
import { typeOf } from './fields.ts';

export type Parameters = Readonly<Record<string, string>>;

/** @throws NotJudged without an application */
export function applicationOf({ options: { application } }: Service): Application {
	if (application === undefined) throw new NotJudged('needs an application');
	return application;
}

const wrongParameters = {
	client_secret: 'not-the-secret',
	redirect_uri: 'https://elsewhere.example/callback',
} as const;
export type WrongParameter = keyof typeof wrongParameters;
const wrongNames: readonly WrongParameter[] = ['client_secret', 'redirect_uri'];

/** Error codes for an unknown authorization code or refresh token, which a service may check first. */
const unknownGrant = { authorization_code: 118, refresh_token: 119 } as const;

/**
 * Judges the response to a token request with one wrong parameter and an unknown code or refresh token. The
 * specification leaves open which of them a service checks first.
 */
export function judgeBeforeGrant(response: ServiceResponse, code: number, names?: string): Finding[] {
	const got = codeOf(response);
	return judgeStatus(response).verdict !== 'differs' && (got === 118 || got === 119)
		? [leftOpen(`the service looks at the code or refresh token first (${got})`)]
		: judgeCode(response, [code], names);
}

/** Sends a request with one wrong parameter, and a code or refresh token that no service issued. */
export const sendWrong = (
	service: Service,
	grant: GrantType,
	name: WrongParameter,
): Promise<ServiceResponse> =>
	service.once(`${grant} with a wrong ${name}`, () =>
		service.token({ ...grantParameters(applicationOf(service), grant), [name]: wrongParameters[name] }),
	);

/** Matches values that an Authorization header can contain. */
const sendable = /^[\x21-\x7e]{1,8192}$/;

/** Switches all later calls to a response's tokens, if they are readable. */
function adopt(service: Service, response: ServiceResponse): void {
	const body = bodyOf(response);
	const [access, refresh] = [readText(body.access_token), readText(body.refresh_token)];
	if (response.status !== 200 || !sendable.test(access)) return;
	service.tokens.access = access;
	service.tokens.refresh = refresh || null;
	service.tokens.userId ??= userIdOf(body) || null;
	service.secrets.set(access, 'TOKEN');
	if (refresh !== '') service.secrets.set(refresh, 'REFRESH_TOKEN');
	service.forget();
}

/** The outcome of using a code or refresh token. */
export interface Grant {
	readonly parameters: Parameters;
	/** The response that contained tokens, or should have. */
	readonly response: ServiceResponse;
	/** Responses with one wrong parameter, for errors that an unknown code or refresh token would hide. */
	readonly wrong: Partial<Record<WrongParameter, ServiceResponse>>;
}

/**
 * Sends a request that should return tokens, but first with one wrong parameter at a time: a service that checks the
 * code or refresh token first only notices the parameter if that code or token is valid.
 */
async function requestTokens(service: Service, grant: GrantType, value: Parameters, tried = wrongNames) {
	const parameters = { ...grantParameters(applicationOf(service), grant), ...value };
	const wrong: Grant['wrong'] = {};
	for (const name of tried) {
		if (codeOf(await sendWrong(service, grant, name)) !== unknownGrant[grant]) continue;
		const response = await service.token({ ...parameters, [name]: wrongParameters[name] });
		wrong[name] = response;
		adopt(service, response);
		if (response.status === 200) return { parameters, response, wrong };
	}
	const response = await service.token(parameters);
	adopt(service, response);
	return { parameters, response, wrong };
}

/**
 * Exchanges the tester's code.
 *
 * @throws NotJudged without an application or a code
 * @throws CannotRun if the service rejects the application, or a code that was not used before
 */
export const exchangeCode = (service: Service): Promise<Grant> =>
	service.once('exchange', async () => {
		const { application, code } = service.options;
		if (application === undefined || code === undefined)
			throw new NotJudged('needs an application and a fresh --code');
		const grant = await requestTokens(service, 'authorization_code', { code });
		requireApplication(grant.response);
		if (codeOf(grant.response) === 118 && Object.keys(grant.wrong).length === 0)
			throw new CannotRun(
				`--code: the service rejects it (${showResponse(grant.response)}): pass an unused code, issued for this application a few minutes ago at most`,
			);
		return grant;
	});

/**
 * The responses that reject an access token as expired or unknown. A read may ignore the token, so a write is tried
 * too. It changes nothing, since the event doesn't exist.
 */
async function readRejections(service: Service, token: string): Promise<ServiceResponse[]> {
	const read = await service.send('listLocs', {}, { token });
	const write = await service.send('unwishEvent', { id: unknownId }, { token });
	return [read, write].filter((response) => expiredOrUnknown.includes(codeOf(response)));
}

export interface Refresh extends Grant {
	/** Responses to calls with the previous, expired access token; none while it is valid. */
	readonly rejections: readonly ServiceResponse[];
	readonly before: Service['tokens'];
}

/**
 * Uses the refresh token, which fails with 124 before the access token has expired, and otherwise returns the next pair.
 *
 * @throws NotJudged without `--write`, an application, a token and its refresh token
 * @throws CannotRun if the service doesn't know the access token
 */
export const refreshTokens = (service: Service): Promise<Refresh> =>
	service.once('refresh', async () => {
		const { application, code, write } = service.options;
		const before = { ...service.tokens };
		if (!write || application === undefined || before.refresh === null || before.access === null)
			throw new NotJudged('needs --write, an application, a token and its refresh token');
		const rejections = await readRejections(service, before.access);
		const value = { refresh_token: before.refresh };
		const tried = rejections.length > 0 ? wrongNames : [];
		const grant = await requestTokens(service, 'refresh_token', value, tried);
		const { response } = grant;
		const [rejection, other] = rejections.filter((each) => codeOf(each) === 103);
		// The service knows a token that it has just issued, or that some calls accept.
		if (code === undefined && rejection !== undefined && other !== undefined && response.status !== 200)
			throw new CannotRun(
				codeOf(response) === 119
					? `--token, --refresh-token: the service knows neither (${showResponse(rejection)}, ${showResponse(response)}): pass both from one token response`
					: rejectedToken('--token', rejection),
			);
		if (codeOf(response) === 119)
			service.notes.push(
				'the service does not know the refresh token (119): if it did not come with the token, pass the one that did',
			);
		return { rejections, before, ...grant };
	});

const units = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400, milliseconds: 0.001 } as const;

/** Infers the unit of `expires_in` from the levels' lifetimes, with a minute's tolerance. */
function judgeLifetime(response: ServiceResponse): Finding {
	if (response.status !== 200) throw new NotJudged('the request returned no tokens');
	const { expires_in } = bodyOf(response);
	const count = readCount(expires_in);
	for (const [unit, seconds] of Object.entries(units))
		for (const [level, { accessTokenSeconds }] of Object.entries(levels))
			if (count !== null && Math.abs(accessTokenSeconds - count * seconds) <= 60)
				return leftOpen(`${unit}: ${count} is the lifetime of ${level}`);
	const days = Object.values(levels).map(({ accessTokenSeconds }) => accessTokenSeconds / 86_400);
	const expected = `expires_in: the lifetime of a level in any unit, ${days.join(', ')} days`;
	return differs(expected, show(expires_in), response);
}

/** Names the tokens without their values, which must not appear in reports. */
function judgeNew({ response, before: { access, refresh, userId } }: Refresh): Finding[] {
	const body = bodyOf(response);
	const user = userIdOf(body);
	return [
		...Object.entries({ access_token: access, refresh_token: refresh }).map(([name, used]) =>
			body[name] === used ? differs(`a new ${name}`, 'the one before', response) : conforms,
		),
		userId === null || user === ''
			? conforms
			: expectEqual('service_user_id as before the refresh,', user, userId, response),
	];
}

/** Judges a token response. @param unknown error code for an unknown authorization code or refresh token */
function judgeTokens({ response, wrong }: Grant, unknown: 118 | 119): Finding[] {
	if (codeOf(response) === unknown && Object.keys(wrong).length > 0)
		throw new NotJudged('the service invalidates a code or refresh token at its first rejected request');
	if (response.status !== 200 || ![undefined, 0].includes(codeOf(response)))
		throw new Differs('HTTP 200 with tokens', response);
	const body = bodyOf(response);
	return Object.entries(tokenResponseSchema.shape).map(([name, schema]) =>
		schema.safeParse(body[name]).success
			? conforms
			: differs(`${name}: ${typeOf(schema)}`, show(body[name]), response),
	);
}

/** Whether the service rejects a refresh because the access token has not expired. */
const isEarly = (response: ServiceResponse) => codeOf(response) === 124;

/** @throws NotJudged if the service accepted the access token */
async function refreshLate(service: Service): Promise<Refresh> {
	const refresh = await refreshTokens(service);
	if (refresh.rejections.length === 0)
		throw new NotJudged(
			'the service accepts the access token: it has not expired, or the service accepts expired ones',
		);
	return refresh;
}

/** These checks run first, since later checks use their tokens. */
export const grantChecks = [
	check('2.5', 'token.exchange', 'a valid code returns tokens, lifetime and user', async (service) =>
		judgeTokens(await exchangeCode(service), 118),
	),
	check('5', 'token.expires-in', 'expires_in is the lifetime of a level', async (service) =>
		judgeLifetime((await exchangeCode(service)).response),
	),
	check('3.1', 'token.refresh-early', 'before expiry, a refresh fails with 124', async (service) => {
		const { rejections, response } = await refreshTokens(service);
		if (rejections.length > 0 && !isEarly(response)) throw new NotJudged('the access token has expired');
		if (readText(bodyOf(response).access_token) === '') return judgeCode(response, [124]);
		const expected = 'code 124 while calls with the access token succeed, or 106 for those if it has expired';
		return differs(expected, 'tokens, and the calls succeed', response);
	}),
	check('3.1', 'token.expired', 'only an expired access token fails with 106', async (service) => {
		const { rejections, response } = await refreshLate(service);
		const expected = 'calls with the access token to succeed, since a refresh fails with 124';
		return rejections.flatMap((rejection) =>
			isEarly(response) ? differs(expected, showResponse(rejection), rejection) : judgeCode(rejection, [106]),
		);
	}),
	check('3.1', 'token.refresh-late', 'after expiry, a refresh returns a new pair', async (service) => {
		const refresh = await refreshLate(service);
		if (isEarly(refresh.response))
			throw new NotJudged('the refresh fails with 124: the token has not expired');
		return [...judgeTokens(refresh, 119), ...judgeNew(refresh)];
	}),
	check('5', 'token.refresh-expires-in', 'expires_in is the lifetime of a level', async (service) =>
		judgeLifetime((await refreshLate(service)).response),
	),
];

/**
 * These run last: when a code or refresh token is reused, a service may revoke the tokens issued for it (RFC
 * 6749 §4.1.2), and other checks could no longer use them.
 */
export const replayChecks = [
	check('3.1', 'token.code-once', 'whether a code works twice is left open', async (service) => {
		const { response, parameters } = await exchangeCode(service);
		if (response.status !== 200) throw new NotJudged('the code returned no tokens');
		const again = await service.token(parameters);
		return again.status === 200 ? leftOpen('it does') : judgeCode(again, [118]);
	}),
	check('3.1', 'token.refresh-once', 'a refresh token works once, then fails with 119', async (service) => {
		const { response, parameters } = await refreshLate(service);
		if (response.status !== 200) throw new NotJudged('the refresh token returned no tokens');
		return judgeCode(await service.token(parameters), [119]);
	}),
];
