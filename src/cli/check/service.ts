/** Tests a service's settings as Daybill uses them, without signing anyone in. */
import { createTransport } from '../../bff/upstream/transport.ts';
import { isCity } from '../../contract/event/loc.ts';
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
	type ServiceResponse,
	type ServiceSettings,
} from './ask.ts';
import { checkData } from './data.ts';
import { type Finding, right, setInEnv, wrong } from './finding.ts';
import { checkSignIn, signInRemedies } from './sign-in.ts';

/** Clock difference allowed: `Date` has whole seconds, and a response takes time. */
const maxSkewSeconds = 30;

/** The city to read events from, if the service requires one (code 113). */
async function neededCity(ask: Ask, base: string, response: Outcome): Promise<string | undefined> {
	if (typeof response === 'string' || response.code !== 113) return undefined;
	return locsOf(await ask(`${base}${operationPath('listLocs', {})}`))?.find(isCity)?.id;
}

/** What to do if the base URL returns something other than events. */
function baseUrlRemedy(response: ServiceResponse, bff: ServiceSettings): string {
	const [, byCode] = signInRemedies(bff)[response.code ?? 0] ?? [];
	if (byCode !== undefined) return byCode;
	if (response.status < 300 && response.body === undefined && !isWebPage(response))
		return 'the service must send complete JSON';
	if (isFailing(response)) return 'try again when it works';
	return 'set it to the data API, without /v2, whose list of events is an array named events';
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
	const { eventsBaseUrl: base, eventsAuthUrl: auth } = bff;
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
			: ['the events are at EVENTS_AUTH_URL', { eventsBaseUrl: auth }],
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
		typeof response === 'string'
			? `${base} ${response}`
			: target !== null
				? `${base} redirects to ${target.href}: the service must respond at ${suffix} itself`
				: `${base} sends ${nameOf(response)} instead of events: ${baseUrlRemedy(response, bff)}`,
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
		yield wrong('limits', error.message);
	} finally {
		await transport.close();
	}
}
