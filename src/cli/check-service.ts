/** Tries a service's settings as Daybill uses them, without signing anyone in. */

import { judgeSource } from '../bff/images/allowed-source.ts';
import { createDecoder } from '../bff/images/decoder.ts';
import { createImageFetch, ImageStatusError } from '../bff/images/image-fetch.ts';
import { hashSecret, newSecret } from '../bff/session/encryption.ts';
import { requestTokens } from '../bff/upstream/token-endpoint.ts';
import { createTransport, parseJson, type Transport } from '../bff/upstream/transport.ts';
import { readErrorBody } from '../contract/event/error-body.ts';
import type { Event } from '../contract/event/event.ts';
import { UnreadableError } from '../contract/event/fields.ts';
import type { List } from '../contract/event/lists.ts';
import { distinctLocs, isCity, type Loc } from '../contract/event/loc.ts';
import { readEventList, readLocList } from '../contract/event/parse-resources.ts';
import { meaningOf } from '../contract/event/rejection.ts';
import { pagePatterns } from '../contract/paths.ts';
import type { Call } from '../contract/spec/call.ts';
import { errorName } from '../contract/spec/errors.ts';
import { authorizationPaths, operationPath, operations } from '../contract/spec/operations.ts';
import { checkPaging } from './check-paging.ts';
import { type Finding, right, setInEnv, wrong } from './finding.ts';
import type { Settings } from './settings.ts';

type BffSettings = Settings['bff'];

type Ask = ReturnType<typeof createAsk>;
type Answer = Exclude<Awaited<ReturnType<Ask>>, string>;

/** Clock difference allowed: `Date` has whole seconds, and a response takes time. */
const maxSkewSeconds = 30;
/** Events whose images are looked at. */
const sampleSize = 10;
const maxCityPages = 20;

/** The remedy for an error code of the system, TLS or the HTTP parser. */
const connectionRemedies: readonly (readonly [codes: RegExp, text: string])[] = [
	[/ENOTFOUND|EAI_AGAIN/, 'is not known to DNS: correct the host name'],
	[/ECONNREFUSED/, 'accepts no connection: start the service, or correct host and port'],
	[/TIMEOUT|Timeout|UNREACH/, 'does not respond: correct host and port, or let the firewall pass it'],
	[/CERT_HAS_EXPIRED/, 'has a certificate that has expired: renew it there, or set the clock here'],
	[/ALTNAME/, 'has a certificate for another name: use the name in it'],
	[
		/SELF_SIGNED|UNABLE_TO|CERT/,
		'has a certificate of an authority that Node does not know: set NODE_EXTRA_CA_CERTS, outside of .env, to the file of the authority',
	],
	[/SSL|EPROTO/, 'does not speak TLS on this port: use http:, or the port of https:'],
	[/EXCEEDED_MAX_SIZE/, 'sends more than Daybill reads: 4 MB of JSON, 10 MB of an image'],
	[/^HPE_/, 'does not speak HTTP: if it is https:, use that'],
];

/** Why a request failed, and what to do about it. */
function reasonOf(error: unknown): string {
	const { code, name, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
	const [, text] = connectionRemedies.find(([codes]) => codes.test(`${code} ${name}`)) ?? [];
	return text ?? `cannot be used (${code ?? message}): read its log, or try again later`;
}

function createAsk(send: Transport['send']) {
	/** @returns the response, or the reason why there is none, with the remedy */
	return async (url: string) => {
		try {
			const { status, header, text } = await send(url, {
				method: 'GET',
				headers: { accept: 'application/json' },
			});
			const body = parseJson(text, false);
			const code = readErrorBody(body)?.code;
			return { status, header, body, code, meaning: status < 300 ? undefined : meaningOf({ status, code }) };
		} catch (error) {
			return reasonOf(error);
		}
	};
}

/** The hourly limit is reached: all further calls would fail. */
class LimitReachedError extends Error {
	override readonly name = 'LimitReachedError';
}

const untilLimit =
	(ask: Ask): Ask =>
	async (url) => {
		const answer = await ask(url);
		if (typeof answer === 'object' && answer.meaning === 'limited')
			throw new LimitReachedError(
				`the service sends ${nameOf(answer)} after some calls without a token, so the rest was not tried: raise the limit for this server, or try again in an hour`,
			);
		return answer;
	};

const nameOf = ({ code, status }: Pick<Answer, 'code' | 'status'>) =>
	code === undefined ? `status ${status}` : `code ${code} ${errorName(code)}`;

function listIn<Item>(answer: Answer | string, read: (body: unknown) => List<Item>): List<Item> | null {
	try {
		return typeof answer === 'string' ? null : read(answer.body);
	} catch (error) {
		if (error instanceof UnreadableError) return null;
		throw error;
	}
}
const eventsOf = (answer: Answer | string) => listIn(answer, readEventList)?.items ?? null;
const locsOf = (answer: Answer | string) => listIn(answer, readLocList)?.items ?? null;

/** @param page names a city if the service lists no events without one (Spec §4.2 leaves this open) */
const listUrl = (baseUrl: string, page: { start?: number; count?: number; loc?: string | undefined }) =>
	`${baseUrl}${operationPath('listEvents', page)}`;

const redirectOf = ({ status, header }: Answer, url: string): URL | undefined =>
	status >= 300 && status < 400 ? (URL.parse(header('location') ?? '', url) ?? undefined) : undefined;

/** Whether a read needs a token. Some services redirect calls without one to a login page. */
const isClosed = (answer: Answer) =>
	answer.meaning === 'closed' || (answer.status >= 300 && answer.status < 400);

/** Whether this is the data API: it sends events, or an error saying that they need a token. */
const isApi = (answer: Answer | string) =>
	eventsOf(answer) !== null ||
	(typeof answer === 'object' && answer.meaning === 'closed' && answer.code !== undefined);

/** The city to read events from, if a list of events must name one (code 113). */
async function neededCity(ask: Ask, base: string, answer: Answer | string): Promise<string | undefined> {
	if (typeof answer === 'string' || answer.code !== 113) return undefined;
	return locsOf(await ask(`${base}${operationPath('listLocs', {})}`))?.find(isCity)?.id;
}

/** The remedy for a response that isn't events. */
function baseUrlRemedy(answer: Answer, bff: BffSettings): string {
	const [, byCode] = signInRemedies(bff)[answer.code ?? 0] ?? [];
	if (byCode !== undefined) return byCode;
	const isFailing = answer.status >= 500 || answer.status === 429 || answer.code === 999;
	return isFailing ? 'try again when it works' : 'set it to the data API, without /v2';
}

/**
 * @param answer to a list of events
 * @returns the settings for the remaining checks; undefined if no settings work
 */
async function* checkBaseUrl(
	ask: Ask,
	bff: BffSettings,
	answer: Answer | string,
): AsyncGenerator<Finding, BffSettings | undefined> {
	const { eventsBaseUrl: base, eventsAuthUrl: auth } = bff;
	const suffix = operations.listEvents.path;
	const target = typeof answer === 'string' ? undefined : redirectOf(answer, base);
	const moved = target?.pathname.endsWith(suffix) ? target.href.split(suffix)[0] : undefined;
	if (typeof answer === 'object' && moved === undefined && (isApi(answer) || isClosed(answer))) {
		yield right('EVENTS_BASE_URL', `${base} is an events service`);
		const skew = Math.round((Date.now() - Date.parse(answer.header('date') ?? '')) / 1000);
		if (Math.abs(skew) > maxSkewSeconds)
			yield wrong(
				'clock',
				`${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service: synchronize it with NTP`,
			);
		return bff;
	}
	const otherScheme = base.startsWith('https')
		? base.replace('https', 'http')
		: base.replace('http', 'https');
	const signIn = await ask(`${base}${authorizationPaths.authorize}`);
	const hasSignIn = typeof signIn === 'object' && signIn.meaning !== 'absent';
	const candidates: readonly (readonly [
		why: string,
		change: { eventsBaseUrl: string; eventsAuthUrl?: string },
	])[] = [
		['it ends with /v2', { eventsBaseUrl: base.replace(/\/v2$/, '') }],
		['it redirects', { eventsBaseUrl: moved ?? base }],
		['the scheme is wrong', { eventsBaseUrl: otherScheme }],
		hasSignIn
			? ['it is swapped with EVENTS_AUTH_URL', { eventsBaseUrl: auth, eventsAuthUrl: base }]
			: ['EVENTS_AUTH_URL has the events', { eventsBaseUrl: auth }],
	];
	for (const [why, change] of candidates)
		if (change.eventsBaseUrl !== base && isApi(await ask(listUrl(change.eventsBaseUrl, { count: 1 })))) {
			const { eventsBaseUrl: EVENTS_BASE_URL, eventsAuthUrl: EVENTS_AUTH_URL } = change;
			const values = { EVENTS_BASE_URL, ...(EVENTS_AUTH_URL === undefined ? {} : { EVENTS_AUTH_URL }) };
			yield wrong('EVENTS_BASE_URL', `${why}: ${setInEnv(values)}`);
			return { ...bff, ...change };
		}
	yield wrong(
		'EVENTS_BASE_URL',
		typeof answer === 'string'
			? `${base} ${answer}`
			: `${base} sends ${nameOf(answer)} instead of events: ${baseUrlRemedy(answer, bff)}`,
	);
	return undefined;
}

/** Remedies for error codes of the authorization and token endpoints. */
const signInRemedies = ({
	publicUrl,
	eventsAuthUrl,
}: BffSettings): Readonly<Record<number, readonly [string, string]>> => ({
	100: [
		'EVENTS_AUTH_URL',
		`the service wants https: ${setInEnv({ EVENTS_AUTH_URL: eventsAuthUrl.replace(/^http:/, 'https:') })}`,
	],
	104: ['OAUTH_CLIENT_ID', 'the service does not know it: copy the key of the application there'],
	105: ['OAUTH_CLIENT_ID', 'the service has blocked the application: ask those who run the service'],
	111: ['EVENTS_AUTH_URL', 'the hourly limit is reached: try again in an hour'],
	112: ['EVENTS_AUTH_URL', 'the hourly limit is reached: try again in an hour'],
	116: ['OAUTH_CLIENT_SECRET', 'it is not that of the application: copy the secret from the service'],
	117: [
		'PUBLIC_URL',
		`the service has another redirect URI: register ${publicUrl}${pagePatterns.callback} there, exactly so`,
	],
	125: ['OAUTH_SCOPE', 'the service does not accept it: name the scopes of the application there'],
});

async function* checkSignIn(ask: Ask, send: Transport['send'], bff: BffSettings): AsyncGenerator<Finding> {
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
	const rejection = redirectOf(page, auth)?.searchParams.get('error');
	const byCode = remedies[page.code ?? 0];
	if (byCode !== undefined) yield wrong(...byCode);
	else if (rejection)
		yield wrong('OAUTH_SCOPE', `the service rejects the sign-in with ${rejection}: correct it`);
	else if (page.code !== undefined || page.status >= 400)
		return yield wrong(
			'EVENTS_AUTH_URL',
			`${auth}${authorizationPaths.authorize} sends ${nameOf(page)} instead of a sign-in page: correct it`,
		);
	else yield right('EVENTS_AUTH_URL', `${auth} has a sign-in page for this application`);

	/** Exchanges a nonexistent code. @returns the error code, or what is wrong */
	const exchange = (change: Partial<BffSettings> = {}): Promise<number | string> =>
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
				: 'unknown: the service checks the code first, so only a sign-in can show it',
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
			`${auth}${authorizationPaths.token} ${typeof code === 'number' ? `sends ${nameOf({ code, status: 400 })} instead of 118` : code}`,
		);
	else if (remedy !== byCode) yield wrong(...remedy);
}

/** Finds the reads that need a token. @param events null if their list needs one */
async function checkReads(
	ask: Ask,
	{ eventsBaseUrl }: BffSettings,
	events: Event[] | null,
): Promise<Finding> {
	const [event] = events ?? [];
	const owner = events?.find((each) => each.owner !== null)?.owner;
	const ofOwner = (['listCreatedEvents', 'listParticipatedEvents', 'listWishedEvents'] as const).map(
		(operation): Call => ({ operation, parameters: { id: owner?.id ?? '' } }),
	);
	const ofEvent = (['getEvent', 'listParticipants', 'listWishers'] as const).map(
		(operation): Call => ({ operation, parameters: { id: event?.id ?? '' } }),
	);
	const calls: Call[] = [
		{ operation: 'listEvents', parameters: { count: 1 } },
		{ operation: 'listLocs', parameters: {} },
		...(event === undefined ? [] : ofEvent),
		...(owner == null ? [] : ofOwner),
	];
	const closed: string[] = [];
	for (const { operation, parameters } of calls) {
		const answer = await ask(`${eventsBaseUrl}${operationPath(operation, parameters)}`);
		if (typeof answer === 'object' && isClosed(answer)) closed.push(operations[operation].path);
	}
	return right('reads', closed.length === 0 ? 'none needs a token' : `need a token: ${closed.join(', ')}`);
}

function* checkFlags(events: readonly Event[]): Generator<Finding> {
	const hidden = events.filter(({ privacy }) => privacy === 'unclear').length;
	if (hidden > 0)
		yield wrong(
			'is_priv',
			`${hidden} of ${events.length} events are not shown to the public, since is_priv is neither yes nor no: the service must send yes or no`,
		);
}

/** Loads and decodes an image as the image proxy does. @returns the reason if it fails */
async function reasonNotShown(source: string, bff: BffSettings): Promise<string | null> {
	const images = createImageFetch(bff);
	const decoder = createDecoder();
	try {
		const file = await images.fetch(source);
		return await decoder.run({ bytes: file, width: 192 }).then(
			() => null,
			(error: Error) =>
				`is not an image that Daybill can show (${error.message}): the service has to send JPEG, PNG, GIF, WebP or AVIF`,
		);
	} catch (error) {
		const { cause } = error as Error;
		const failed = [error, cause].find((each) => each instanceof ImageStatusError);
		if (failed === undefined) return reasonOf(error);
		return failed.status >= 300 && failed.status < 400
			? 'redirects, which Daybill does not follow: the service has to send URLs of the images themselves'
			: `sends status ${failed.status}: the service has to send URLs that anyone can read`;
	} finally {
		decoder.close();
		await images.close();
	}
}

async function* checkImages(bff: BffSettings, events: readonly Event[]): AsyncGenerator<Finding> {
	const sources = events.flatMap(({ posters, owner }) => [
		...posters,
		...(owner?.avatar ? [owner.avatar] : []),
	]);
	const isAllowed = (source: string) => judgeSource(source, bff) !== 'rejected';
	const rejected = sources.filter((source) => !isAllowed(source));
	const origins = [...new Set(rejected.map((source) => new URL(source).origin))];
	yield origins.length === 0
		? right('IMAGE_ORIGINS', `all ${sources.length} images of ${events.length} events are allowed`)
		: wrong(
				'IMAGE_ORIGINS',
				`leaves out images of events: ${setInEnv({ IMAGE_ORIGINS: [...bff.imageOrigins, ...origins].join(',') })}`,
			);
	const source = sources.find(isAllowed);
	const reason = source === undefined ? null : await reasonNotShown(source, bff);
	if (reason !== null) yield wrong('images', `are not shown: ${source} ${reason}`);
}

async function checkCity(ask: Ask, { eventsBaseUrl, ...bff }: BffSettings, city: string): Promise<Finding> {
	const found = await ask(`${eventsBaseUrl}${operationPath('getLoc', { id: city })}`);
	if (typeof found === 'object' && found.status < 300) return right('defaultCity', city);
	const locs: Loc[] = [];
	for (let index = 0; index < maxCityPages; index++) {
		const start = bff.eventsPageStart + index * bff.eventsPageSize;
		const answer = await ask(
			`${eventsBaseUrl}${operationPath('listLocs', { start, count: bff.eventsPageSize })}`,
		);
		const page = locsOf(answer) ?? [];
		locs.push(...page);
		if (page.length === 0) break;
	}
	const uids = distinctLocs(locs).map(({ uid }) => uid);
	if (uids.includes(city)) return right('defaultCity', city);
	const some = uids.slice(0, 5).join(', ');
	return uids.length === 0
		? right('defaultCity', 'not tried: the cities cannot be read without a token')
		: wrong('defaultCity', `the service has no city ${city}: use another short name, such as ${some}`);
}

/**
 * @param city short name in the brand; null if it names none
 * @param loc whose events are read
 */
async function* checkData(
	ask: Ask,
	bff: BffSettings,
	{ city, loc }: { city: string | null; loc: string | undefined },
): AsyncGenerator<Finding> {
	const read = untilLimit(ask);
	const list = (page: { start?: number; count?: number }) =>
		read(listUrl(bff.eventsBaseUrl, { ...page, loc }));
	let sample = await list({ count: sampleSize });
	for (const page of [{ count: 1 }, {}]) if (eventsOf(sample) === null) sample = await list(page);
	const events = eventsOf(sample);
	yield await checkReads(read, bff, events);
	if (city !== null) yield await checkCity(read, bff, city);
	if (typeof sample === 'object' && isClosed(sample))
		return yield right(
			'paging',
			'not tried: lists of events need a token. If they fail with code 113, set EVENTS_PAGE_SIZE to 20 or less, to 0 if the service takes no start and count, or EVENTS_PAGE_START=1',
		);
	yield* checkImages(bff, events ?? []);
	const seen = new Map((events ?? []).map((event) => [event.id, event]));
	yield* checkPaging(bff, async (page) => {
		const answer = await list(page);
		const found = listIn(answer, readEventList);
		if (found === null) return typeof answer === 'string' ? answer : nameOf(answer);
		for (const event of found.items) seen.set(event.id, event);
		return { ...found, ids: found.items.map(({ id }) => id) };
	});
	yield* checkFlags([...seen.values()]);
}

/** @param city short name in the brand; null if it names none */
export async function* checkService(settings: BffSettings, city: string | null): AsyncGenerator<Finding> {
	const transport = createTransport(2);
	try {
		const ask = createAsk(transport.send);
		const { eventsBaseUrl: base } = settings;
		const plain = await ask(listUrl(base, { count: 1 }));
		const loc = await neededCity(ask, base, plain);
		const paged = loc === undefined ? plain : await ask(listUrl(base, { count: 1, loc }));
		// The names of paging parameters are not specified.
		const isRejected = typeof paged === 'object' && paged.code === 113;
		const answer = isRejected ? await ask(listUrl(base, { loc })) : paged;
		const bff = yield* checkBaseUrl(ask, settings, answer);
		yield* checkSignIn(ask, transport.send, bff ?? settings);
		if (bff !== undefined) yield* checkData(ask, bff, { city, loc });
	} catch (error) {
		if (!(error instanceof LimitReachedError)) throw error;
		yield wrong('limits', error.message);
	} finally {
		await transport.close();
	}
}
