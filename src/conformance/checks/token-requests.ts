/**
 * Requests to the token endpoint (Spec §4.1), and trials with the tester's code and refresh token. Each trial is made once
 * a run, since a code and a refresh token work once; several checks judge it.
 */
import { CannotRun, NotJudged, type ServiceResponse } from '../call.ts';
import { type Finding, leftOpen, showResponse } from '../check.ts';
import { judgeCode } from '../judge.ts';
import { bodyOf, readText, userIdOf } from '../read.ts';
import { type Application, codeOf, type Service, unknownId } from '../service.ts';
import {
	expiredOrUnknown,
	type GrantType,
	grantParameters,
	rejectedToken,
	requireApplication,
} from '../set-up.ts';

export type Parameters = Readonly<Record<string, string>>;

/** @throws NotJudged when the tester gave none */
export function applicationOf({ options: { application } }: Service): Application {
	if (application === undefined) throw new NotJudged('needs an application');
	return application;
}

/** One parameter of a good request made wrong. */
const wrongParameters = {
	client_secret: 'not-the-secret',
	redirect_uri: 'https://elsewhere.example/callback',
} as const;
export type WrongParameter = keyof typeof wrongParameters;

/** Codes for a code and a refresh token that the service does not know. A service may look at these first. */
const unknownGrant = { authorization_code: 118, refresh_token: 119 } as const;

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

/** A request with one wrong parameter, and a code or refresh token that no service issued. */
export const sendWrong = (
	service: Service,
	grant: GrantType,
	name: WrongParameter,
): Promise<ServiceResponse> =>
	service.once(`${grant} with a wrong ${name}`, () =>
		service.token({ ...grantParameters(applicationOf(service), grant), [name]: wrongParameters[name] }),
	);

/** What an Authorization header can carry. */
const sendable = /^[\x21-\x7e]{1,8192}$/;

/** Uses the tokens of a response from now on, as far as they can be read. */
function adopt(service: Service, response: ServiceResponse): void {
	const body = bodyOf(response);
	const [access, refresh] = [readText(body.access_token), readText(body.refresh_token)];
	if (response.status !== 200 || !sendable.test(access)) return;
	service.tokens.access = access;
	service.tokens.refresh = refresh || null;
	service.tokens.userId = userIdOf(body) || service.tokens.userId;
	service.secrets.set(access, 'TOKEN');
	if (refresh !== '') service.secrets.set(refresh, 'REFRESH_TOKEN');
	service.forget();
}

/** What came of a code or a refresh token. */
export interface Grant {
	/** Parameters of the good request. */
	readonly parameters: Parameters;
	/** The response that brought tokens, or should have. */
	readonly response: ServiceResponse;
	/** Responses to the same request with one wrong parameter, where only such a request shows whether it is judged. */
	readonly wrong: Partial<Record<WrongParameter, ServiceResponse>>;
}

/**
 * Sends a request that should bring tokens. Before that it sends it with a wrong parameter where the service looks at the
 * code or refresh token before that parameter, so that an unknown one shows nothing.
 */
async function requestTokens(service: Service, grant: GrantType, value: Parameters): Promise<Grant> {
	const parameters = { ...grantParameters(applicationOf(service), grant), ...value };
	const wrong: Grant['wrong'] = {};
	for (const name of ['client_secret', 'redirect_uri'] as const) {
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
 * @throws CannotRun when the service rejects the application, or a code that was not tried before
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
				`--code: the service rejects it (${showResponse(grant.response)}): give a code that was issued for this application some minutes ago at most, and not used`,
			);
		return grant;
	});

/**
 * The responses that reject an access token as expired or unknown. A read may ignore the token, so a write is tried too; it
 * changes nothing, since the event does not exist.
 */
async function readRejections(service: Service, token: string): Promise<ServiceResponse[]> {
	const read = await service.send('listLocs', {}, { token });
	const write = await service.send('unwishEvent', { id: unknownId }, { token });
	return [read, write].filter((response) => expiredOrUnknown.includes(codeOf(response)));
}

/** A trial of the refresh token. */
export interface Refresh extends Grant {
	/** Responses to calls with the access token before, which had expired; none while it is valid. */
	readonly rejections: readonly ServiceResponse[];
	/** The access token before. */
	readonly accessToken: string;
}

/**
 * Uses the refresh token: it fails with 124 before the access token has expired, else it brings the next pair.
 *
 * @throws NotJudged without `--write`, an application, a token and its refresh token
 * @throws CannotRun when the service does not know the access token
 */
export const refreshTokens = (service: Service): Promise<Refresh> =>
	service.once('refresh', async () => {
		const { application, write } = service.options;
		const { access: accessToken, refresh: refresh_token } = service.tokens;
		if (!write || application === undefined || refresh_token === null || accessToken === null)
			throw new NotJudged('needs --write, an application, a token and its refresh token');
		const rejections = await readRejections(service, accessToken);
		const [rejection] = rejections;
		if (rejection !== undefined) {
			const grant = await requestTokens(service, 'refresh_token', { refresh_token });
			const isUnknown = rejections.every((response) => codeOf(response) === 103);
			if (isUnknown && grant.response.status !== 200)
				throw new CannotRun(rejectedToken('--token', rejection));
			return { rejections, accessToken, ...grant };
		}
		const parameters = { ...grantParameters(application, 'refresh_token'), refresh_token };
		const response = await service.token(parameters);
		adopt(service, response);
		if (codeOf(response) === 119)
			service.notes.push(
				'the service does not know the refresh token (119): if it is not the one that came with the token, give that one',
			);
		return { rejections, accessToken, response, wrong: {}, parameters };
	});
