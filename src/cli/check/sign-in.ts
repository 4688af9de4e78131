import { hashSecret, newSecret } from '../../bff/session/encryption.ts';
import { requestTokens } from '../../bff/upstream/token-endpoint.ts';
import type { Transport } from '../../bff/upstream/transport.ts';
import { pagePatterns } from '../../contract/paths.ts';
import { errorName } from '../../contract/spec/errors.ts';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { type Ask, isFailing, nameOf, reasonOf, type ServiceSettings } from './ask.ts';
import { type Finding, right, setInEnv, wrong } from './finding.ts';

/** Fixes for error codes of the authorization and token endpoints. */
export const signInRemedies = ({
	publicUrl,
	eventsAuthUrl,
}: ServiceSettings): Readonly<Record<number, readonly [string, string]>> => ({
	100: [
		'EVENTS_AUTH_URL',
		`the service requires https: ${setInEnv({ EVENTS_AUTH_URL: eventsAuthUrl.replace(/^http:/, 'https:') })}`,
	],
	104: ['OAUTH_CLIENT_ID', "unknown to the service: copy the application's key from the service"],
	105: ['OAUTH_CLIENT_ID', "the service has blocked the application: ask the service's operator"],
	111: ['EVENTS_AUTH_URL', 'the hourly limit is reached: try again in an hour'],
	112: ['EVENTS_AUTH_URL', 'the hourly limit is reached: try again in an hour'],
	116: ['OAUTH_CLIENT_SECRET', "wrong secret: copy the application's secret from the service"],
	117: [
		'PUBLIC_URL',
		`the service has another redirect URI: register ${publicUrl}${pagePatterns.callback} there, verbatim`,
	],
	125: ['OAUTH_SCOPE', 'not accepted: use the scopes granted to the application'],
});

export async function* checkSignIn(
	ask: Ask,
	send: Transport['send'],
	bff: ServiceSettings,
): AsyncGenerator<Finding> {
	const { eventsAuthUrl: auth } = bff;
	const verifier = newSecret();
	const query = new URLSearchParams({
		client_id: bff.clientId,
		redirect_uri: `${bff.publicUrl}${pagePatterns.callback}`,
		response_type: 'code',
		scope: bff.scope,
		state: newSecret(),
		...(bff.pkce ? { code_challenge: hashSecret(verifier), code_challenge_method: 'S256' } : {}),
	});
	const page = await ask(`${auth}${authorizationPaths.authorize}?${query}`);
	if (typeof page === 'string') return yield wrong('EVENTS_AUTH_URL', `${auth} ${page}`);
	const remedies = signInRemedies(bff);
	const rejection = page.target?.searchParams.get('error');
	const byCode = remedies[page.code ?? 0];
	if (byCode !== undefined) yield wrong(...byCode);
	else if (rejection)
		yield wrong('OAUTH_SCOPE', `the service rejects the sign-in with ${rejection}: correct the scopes`);
	else if (page.code !== undefined || page.status >= 400)
		return yield wrong(
			'EVENTS_AUTH_URL',
			`${auth}${authorizationPaths.authorize} sends ${nameOf(page)} instead of a sign-in page: ${isFailing(page) ? 'try again when it works' : 'set it to {auth_url}, without /service/auth2'}`,
		);
	else yield right('EVENTS_AUTH_URL', `${auth} has a sign-in page for this application`);

	/** Exchanges a nonexistent code. @returns the error code, or what is wrong */
	const exchange = (change: Partial<ServiceSettings> = {}): Promise<number | string> =>
		requestTokens({ ...bff, ...change }, send, {
			grant_type: 'authorization_code',
			code: 'daybill-check',
			...(bff.pkce ? { code_verifier: verifier } : {}),
		}).then((result) => ('error' in result ? result.error.code : 'accepts any code'), reasonOf);
	const madeUp = { clientSecret: 'daybill-check' };
	const code = await exchange();
	const remedy = remedies[Number(code)];
	if (code === 118)
		yield right(
			'OAUTH_CLIENT_SECRET',
			(await exchange(madeUp)) === 116
				? 'accepted'
				: 'not verified: the service checks the code first, so only a sign-in can tell',
		);
	else if (
		code === 113 &&
		bff.tokenParams === 'body' &&
		(await exchange({ ...madeUp, tokenParams: 'query' })) !== 113
	)
		yield wrong(
			'OAUTH_TOKEN_PARAMS',
			`the token endpoint reads only the query string: ${setInEnv({ OAUTH_TOKEN_PARAMS: 'query' })}`,
		);
	else if (remedy === undefined)
		yield wrong(
			'EVENTS_AUTH_URL',
			`${auth}${authorizationPaths.token} ${typeof code === 'number' ? `sends code ${code} ${errorName(code)} instead of 118` : code}`,
		);
	else if (remedy !== byCode) yield wrong(...remedy);
}
