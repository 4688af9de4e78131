/**
 * Requests to the token endpoint (Spec §4.1), and trials with the tester's code and refresh token. Each trial is made once
 * a run, since a code and a refresh token work once; several checks judge it.
 */
import { readTokens } from '../../contract/event/token.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import { CannotRun } from '../cannot-run.ts';
import { showResponse } from '../check.ts';
import { type Application, codeOf, type Service, unknownId } from '../service.ts';
import { rejectsApplication } from '../set-up.ts';
import { tryRead } from '../tolerant-read.ts';

type Parameters = Readonly<Record<string, string>>;

/** Good parameters of the token endpoint, without those of a grant. */
export const tokenParameters = ({ clientId, clientSecret, redirectUri }: Application): Parameters => ({
	client_id: clientId,
	client_secret: clientSecret,
	redirect_uri: redirectUri,
});

/** The two grants, with a code and a refresh token that no service issued. */
export const grants = {
	authorization_code: { grant_type: 'authorization_code', code: 'no-such-code' },
	refresh_token: { grant_type: 'refresh_token', refresh_token: 'no-such-token' },
} as const;

/** One parameter of a good request made wrong. */
const wrongParameters = {
	client_secret: 'not-the-secret',
	redirect_uri: 'https://elsewhere.example/callback',
} as const;
export type WrongParameter = keyof typeof wrongParameters;

/** Codes for a code and a refresh token that the service does not know. A service may look at these first. */
const unknownGrant = { authorization_code: 118, refresh_token: 119 } as const;

/** A request with one wrong parameter, and a code or refresh token that no service issued. */
export const sendWrong = (
	service: Service,
	application: Application,
	grant: keyof typeof grants,
	name: WrongParameter,
): Promise<ServiceResponse> =>
	service.once(`${grant} with a wrong ${name}`, () =>
		service.token({ ...tokenParameters(application), ...grants[grant], [name]: wrongParameters[name] }),
	);

/** Uses the tokens of a response from now on, as far as they can be read. */
function adopt(service: Service, response: ServiceResponse): void {
	const tokens = response.status === 200 ? tryRead(readTokens, response.json) : null;
	if (tokens === null) return;
	service.tokens.access = tokens.accessToken;
	service.tokens.refresh = tokens.refreshToken;
	service.tokens.userId = tokens.userId ?? service.tokens.userId;
	service.secrets.set(tokens.accessToken, 'TOKEN');
	if (tokens.refreshToken !== null) service.secrets.set(tokens.refreshToken, 'REFRESH_TOKEN');
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
async function requestTokens(
	service: Service,
	application: Application,
	grant: keyof typeof grants,
	value: Parameters,
): Promise<Grant> {
	const parameters = { ...tokenParameters(application), grant_type: grant, ...value };
	const wrong: Grant['wrong'] = {};
	for (const name of ['client_secret', 'redirect_uri'] as const) {
		if (codeOf(await sendWrong(service, application, grant, name)) !== unknownGrant[grant]) continue;
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
 * Exchanges the tester's code. @returns null without an application or a code
 * @throws CannotRun when the service rejects the application, or a code that was not tried before
 */
export const exchangeCode = (service: Service): Promise<Grant | null> =>
	service.once('exchange', async () => {
		const { application, code } = service.options;
		if (application === null || code === null) return null;
		const grant = await requestTokens(service, application, 'authorization_code', { code });
		const rejection = codeOf(grant.response);
		if (rejectsApplication.includes(rejection))
			throw new CannotRun(
				`--client-id, --client-secret, --redirect-uri: the service rejects them (${showResponse(grant.response)}): give those of a registered application`,
			);
		if (rejection === 118 && Object.keys(grant.wrong).length === 0)
			throw new CannotRun(
				`--code: the service rejects it (${showResponse(grant.response)}): give a code that was issued for this application some minutes ago at most, and not used`,
			);
		return grant;
	});

/** A read may ignore the token, so a write is tried too; it changes nothing, since the event does not exist. */
async function isExpired({ call }: Service, token: string): Promise<boolean> {
	const read = await call(operationPath('listLocs'), { token });
	const write = await call(operationPath('unwishEvent', { id: unknownId }), { method: 'DELETE', token });
	return codeOf(read) === 106 || codeOf(write) === 106;
}

/** A trial of the refresh token. */
export interface Refresh {
	/** Whether the access token had expired before. */
	readonly expired: boolean;
	/** The access token before. */
	readonly accessToken: string;
	readonly response: ServiceResponse;
	readonly wrong: Grant['wrong'];
	readonly parameters: Parameters;
}

/**
 * Uses the refresh token: it fails with 124 before the access token has expired, else it brings the next pair.
 *
 * @returns null without an application, a token and its refresh token
 */
export const refreshTokens = (service: Service): Promise<Refresh | null> =>
	service.once('refresh', async () => {
		const { application } = service.options;
		const { access, refresh: refresh_token } = service.tokens;
		if (application === null || refresh_token === null || access === null) return null;
		const expired = await isExpired(service, access);
		if (expired) {
			const grant = await requestTokens(service, application, 'refresh_token', { refresh_token });
			return { expired, accessToken: access, ...grant };
		}
		const parameters = { ...tokenParameters(application), grant_type: 'refresh_token', refresh_token };
		const response = await service.token(parameters);
		adopt(service, response);
		if (codeOf(response) === 119)
			service.notes.push(
				'the service does not know the refresh token (119): if it is not the one that came with the token, give that one',
			);
		return { expired, accessToken: access, response, wrong: {}, parameters };
	});
