/** Tests the setup before the checks: if it is wrong, the findings wouldn't be about the service. */
import { CannotRun, NoResponse, NotJudged, type ServiceResponse } from './call.ts';
import { showResponse } from './check.ts';
import { type Application, codeOf, lacksRight, type Service, unknownId } from './service.ts';

/** Codes for calls whose token, or the token's user or application, is rejected (Spec §7). */
const rejectsToken: readonly unknown[] = [103, 104, 105, 106, 110, 121, 122, 123, 128];
/** Codes that services send for an expired token: 106, or mistakenly 103, which means an unknown token. */
export const expiredOrUnknown: readonly unknown[] = [103, 106];
/** @param name of the option that passed the token */
export const rejectedToken = (name: string, response: ServiceResponse): string =>
	`${name}: the service rejects it (${showResponse(response)}): pass the access token of a user who has just signed in`;
/** Codes for a token request whose application doesn't match the registered one. */
const rejectsApplication: readonly unknown[] = [104, 105, 116, 117];

/** @throws CannotRun if a token request shows that the application is not a registered one */
export function requireApplication(response: ServiceResponse): void {
	if (rejectsApplication.includes(codeOf(response)))
		throw new CannotRun(
			`--client-id, --client-secret, --redirect-uri: the service rejects them (${showResponse(response)}): pass those of a registered application`,
		);
}

/** The two grants, with a code and a refresh token that no service issued. */
const grants = {
	authorization_code: { grant_type: 'authorization_code', code: 'no-such-code' },
	refresh_token: { grant_type: 'refresh_token', refresh_token: 'no-such-token' },
} as const;
export type GrantType = keyof typeof grants;

/** A token request that is correct except for its code or refresh token. */
export const grantParameters = (
	{ clientId, clientSecret, redirectUri }: Application,
	grant: GrantType,
): Readonly<Record<string, string>> => ({
	client_id: clientId,
	client_secret: clientSecret,
	redirect_uri: redirectUri,
	...grants[grant],
});

async function checkBaseUrl(service: Service): Promise<void> {
	const response = await service.send('listLocs', {});
	if (response.status === 200 || !/\/v2$/.test(service.options.baseUrl)) return;
	const withoutVersion = await service.call('/loc/list');
	if (withoutVersion.status === 200 || codeOf(withoutVersion) === 102)
		throw new CannotRun('--base-url ends in /v2, which is part of every path: pass {base_url} without it');
}

/** A POST without parameters fails with a code at the token endpoint, and with 107 or no code elsewhere. */
async function checkAuthUrl(service: Service): Promise<void> {
	const ends = /\/service(\/auth2(\/(auth|token))?)?$/.exec(service.options.authUrl)?.[0];
	if (ends === undefined) return;
	const code = codeOf(await service.token({}));
	if (code !== undefined && code !== 107) return;
	throw new CannotRun(
		`--auth-url ends in ${ends}, which is part of its endpoints' paths: pass {auth_url} without it`,
	);
}

/** @param name of the option that passed the token */
async function checkToken(service: Service, name: string, token: string | null | undefined): Promise<void> {
	const { options, tokens } = service;
	if (token == null) return;
	const responses = [
		await service.send('listLocs', {}, { token }),
		await service.send('listEvents', { loc: options.locId }, { token }),
	];
	const rejected = responses.filter((response) => rejectsToken.includes(codeOf(response)));
	const [response] = rejected;
	if (response === undefined || rejected.length < responses.length) return;
	const canRefresh = options.write && options.application !== undefined && tokens.refresh !== null;
	if (expiredOrUnknown.includes(codeOf(response)) && canRefresh && token === tokens.access) return;
	throw new CannotRun(rejectedToken(name, response));
}

/** Codes for a read that needs a token, or that this token may not make. */
const mayNotRead: readonly unknown[] = [102, 103, 106, 108, 109];

async function checkCity(service: Service): Promise<void> {
	const { locId: loc } = service.options;
	if (loc === undefined) return;
	const responses = [
		await service.send('listEvents', { loc }),
		await service.send('listEvents', { loc }, { token: service.tokens.access }),
	];
	if (responses.some(({ status }) => status < 400)) return;
	const [response] = responses.filter((each) => !mayNotRead.includes(codeOf(each)));
	if (response !== undefined)
		throw new CannotRun(
			`--loc: the service lists no events for ${loc} (${showResponse(response)}): pass the id of a city in its list`,
		);
}

/** @throws CannotRun if a call that changes data shows that the token may not do so */
export function requireWriteAccess(response: ServiceResponse): void {
	if (lacksRight.includes(codeOf(response)))
		throw new CannotRun(
			`--write: the token may not write (${showResponse(response)}): pass one with the scope event_basic_w, or omit --write`,
		);
}

/** Unmarks interest in an event that doesn't exist, which changes nothing. */
async function checkWriting(service: Service): Promise<void> {
	const { options, tokens } = service;
	if (!options.write || tokens.access === null || options.code !== undefined) return;
	requireWriteAccess(await service.send('unwishEvent', { id: unknownId }, { token: tokens.access }));
}

async function checkApplication(service: Service): Promise<void> {
	const { application } = service.options;
	if (application === undefined) return;
	requireApplication(await service.token(grantParameters(application, 'authorization_code')));
}

/** Checks the options against the service. @throws CannotRun, saying what to change */
export async function checkSetUp(service: Service): Promise<void> {
	try {
		await checkBaseUrl(service);
		await checkAuthUrl(service);
		await checkApplication(service);
		// With --code, its tokens replace --token.
		if (service.options.code === undefined) await checkToken(service, '--token', service.tokens.access);
		else if (service.options.refreshToken !== undefined)
			service.notes.push(
				'--refresh-token was not used, since the tokens of --code replace it: to try a refresh, run again without --code',
			);
		await checkToken(service, '--read-only-token', service.options.readOnlyToken);
		await checkCity(service);
		await checkWriting(service);
	} catch (error) {
		if (error instanceof NoResponse || error instanceof NotJudged)
			throw new CannotRun(error.message, { cause: error });
		throw error;
	}
}
