/** Tests a service's settings as Daybill uses them, without signing anyone in. */
import { hashSecret, newSecret } from '../../bff/session/encryption.ts';
import { requestTokens } from '../../bff/upstream/token-endpoint.ts';
import { createTransport, type Transport } from '../../bff/upstream/transport.ts';
import { isCity } from '../../contract/event/loc.ts';
import { pagePatterns } from '../../contract/paths.ts';
import { errorName } from '../../contract/spec/errors.ts';
import { authorizationPaths, operationPath, operations } from '../../contract/spec/operations.ts';
import {
	type Ask,
	createAsk,
	isApi,
	isFailing,
	isWebPage,
	LimitReachedError,
	listUrl,
	locsOf,
	nameOf,
	type Outcome,
	reasonOf,
	type ServiceSettings,
} from './ask.ts';
import { checkData } from './data.ts';
import { type Finding, right, setInEnv, wrong } from './finding.ts';

/** Clock difference allowed: `Date` has whole seconds, and a response takes time. */
const maxSkewSeconds = 30;

/** The city to read events from, if the service requires one (code 113). */
async function neededCity(ask: Ask, base: string, response: Outcome): Promise<string | undefined> {
	if (typeof response === 'string' || response.code !== 113) return undefined;
	return locsOf(await ask(`${base}${operationPath('listLocs', {})}`))?.find(isCity)?.id;
}

/** Fixes for error codes of the authorization and token endpoints. */
const signInRemedies = (bff: ServiceSettings): Readonly<Record<number, readonly [string, string]>> => ({
	100: [
		'EVENTS_AUTH_URL',
		`the service requires https: ${setInEnv({ EVENTS_AUTH_URL: bff.eventsAuthUrl.replace(/^http:/, 'https:') })}`,
	],
	104: ['OAUTH_CLIENT_ID', "unknown to the service: copy the application's key from the service"],
	105: ['OAUTH_CLIENT_ID', "the service has blocked the application: ask the service's operator"],
	116: ['OAUTH_CLIENT_SECRET', "wrong secret: copy the application's secret from the service"],
	117: [
		'PUBLIC_URL',
		`the service has another redirect URI: register ${bff.publicUrl}${pagePatterns.callback} there, verbatim`,
	],
	125: ['OAUTH_SCOPE', 'not accepted: use the scopes granted to the application'],
});

async function* checkSignIn(
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
	const code = await exchange();
	const remedy = remedies[Number(code)];
	if (code === 118) yield right('OAUTH_CLIENT_SECRET', 'not rejected, with a made-up code');
	else if (
		code === 113 &&
		bff.tokenParams === 'body' &&
		(await exchange({ tokenParams: 'query', clientSecret: 'daybill-check' })) !== 113
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

/**
 * @param response the response to listEvents
 * @returns the settings for the remaining checks; undefined if no settings work
 */
async function* checkBaseUrl(
	ask: Ask,
	bff: ServiceSettings,
	response: Outcome,
): AsyncGenerator<Finding, ServiceSettings | undefined> {
	const { eventsBaseUrl: base } = bff;
	const suffix = operations.listEvents.path;
	const target = typeof response === 'string' ? null : response.target;
	const moved = target?.pathname.endsWith(suffix) ? target.href.split(suffix)[0] : undefined;
	if (
		typeof response === 'object' &&
		moved === undefined &&
		(isApi(response) || (response.meaning === 'closed' && (target !== null || !isWebPage(response))))
	) {
		yield right('EVENTS_BASE_URL', `${base} is an events service`);
		const skew = Math.round((Date.now() - Date.parse(response.header('date') ?? '')) / 1000);
		if (Math.abs(skew) > maxSkewSeconds)
			yield wrong(
				'clock',
				`${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service: synchronize it with NTP`,
			);
		return bff;
	}
	for (const [why, eventsBaseUrl] of [
		['it ends with /v2', base.replace(/\/v2$/, '')],
		['it redirects', moved ?? base],
		['it must be https', base.replace(/^http:/, 'https:')],
	] as const)
		if (eventsBaseUrl !== base && isApi(await ask(listUrl(eventsBaseUrl, { count: 1 })))) {
			yield wrong('EVENTS_BASE_URL', `${why}: ${setInEnv({ EVENTS_BASE_URL: eventsBaseUrl })}`);
			return { ...bff, eventsBaseUrl };
		}
	yield wrong(
		'EVENTS_BASE_URL',
		typeof response === 'string'
			? `${base} ${response}`
			: target !== null
				? `${base} redirects to ${target.href}: the service must respond at ${suffix} itself`
				: `${base} sends ${nameOf(response)} instead of events: ${
						isFailing(response)
							? 'try again when it works'
							: 'set it to the data API, without /v2, whose list of events is an array named events'
					}`,
	);
	return undefined;
}

/** @param city the brand's `defaultCity`; null if it names none */
export async function* checkService(settings: ServiceSettings, city: string | null): AsyncGenerator<Finding> {
	const transport = createTransport(2);
	try {
		const ask = createAsk(transport.send);
		const { eventsBaseUrl: base } = settings;
		const plain = await ask(listUrl(base, { count: 1 }));
		const loc = await neededCity(ask, base, plain);
		const paged = loc === undefined ? plain : await ask(listUrl(base, { count: 1, loc }));
		// The specification doesn't name paging parameters, so the service may reject `count`.
		const isRejected = typeof paged === 'object' && paged.code === 113;
		const response = isRejected ? await ask(listUrl(base, { loc })) : paged;
		const bff = yield* checkBaseUrl(ask, settings, response);
		yield* checkSignIn(ask, transport.send, bff ?? settings);
		if (bff !== undefined) yield* checkData(ask, bff, { city, loc });
	} catch (error) {
		if (!(error instanceof LimitReachedError)) throw error;
		yield wrong(
			'limits',
			`the service sends ${error.message}, so the rest was not tried: raise the limit for this server, or try again in an hour`,
		);
	} finally {
		await transport.close();
	}
}
