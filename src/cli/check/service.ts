/** Tests a service's settings as Daybill uses them, without signing anyone in. */
import { createTransport } from '../../bff/upstream/transport.ts';
import { isCity } from '../../contract/event/loc.ts';
import { authorizationPaths, operationPath, operations } from '../../contract/spec/operations.ts';
import {
	type Answer,
	type Ask,
	createAsk,
	isApi,
	isClosed,
	isFailing,
	isWebPage,
	LimitReachedError,
	listUrl,
	locsOf,
	nameOf,
	redirectOf,
	type ServiceSettings,
} from './ask.ts';
import { checkData } from './data.ts';
import { type Finding, right, setInEnv, wrong } from './finding.ts';
import { checkSignIn, signInRemedies } from './sign-in.ts';

/** Clock difference allowed: `Date` has whole seconds, and a response takes time. */
const maxSkewSeconds = 30;

/** The city to read events from, if the service requires one (code 113). */
async function neededCity(ask: Ask, base: string, answer: Answer | string): Promise<string | undefined> {
	if (typeof answer === 'string' || answer.code !== 113) return undefined;
	return locsOf(await ask(`${base}${operationPath('listLocs', {})}`))?.find(isCity)?.id;
}

/** What to do if the base URL returns something other than events. */
function baseUrlRemedy(answer: Answer, bff: ServiceSettings): string {
	const [, byCode] = signInRemedies(bff)[answer.code ?? 0] ?? [];
	if (byCode !== undefined) return byCode;
	if (answer.status < 300 && answer.body === undefined && !isWebPage(answer))
		return 'the service must send complete JSON';
	return isFailing(answer) ? 'try again when it works' : 'set it to the data API, without /v2';
}

/**
 * @param answer the response to listEvents
 * @returns the settings for the remaining checks; undefined if no settings work
 */
async function* checkBaseUrl(
	ask: Ask,
	bff: ServiceSettings,
	answer: Answer | string,
): AsyncGenerator<Finding, ServiceSettings | undefined> {
	const { eventsBaseUrl: base, eventsAuthUrl: auth } = bff;
	const suffix = operations.listEvents.path;
	const target = typeof answer === 'string' ? undefined : redirectOf(answer, base);
	const moved = target?.pathname.endsWith(suffix) ? target.href.split(suffix)[0] : undefined;
	if (
		typeof answer === 'object' &&
		moved === undefined &&
		(isApi(answer) || (isClosed(answer) && (answer.status < 400 || !isWebPage(answer))))
	) {
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
		typeof answer === 'string'
			? `${base} ${answer}`
			: `${base} sends ${nameOf(answer)} instead of events: ${baseUrlRemedy(answer, bff)}`,
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
