/** Sends requests to the service, and classifies the responses. */
import { leadsElsewhere } from '../../bff/upstream/service-response.ts';
import { parseJson, type Transport } from '../../bff/upstream/transport.ts';
import { readErrorBody } from '../../contract/event/error-body.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import type { List } from '../../contract/event/lists.ts';
import { readEventList, readLocList } from '../../contract/event/parse-resources.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { errorName } from '../../contract/spec/errors.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import type { Settings } from '../../servers/settings.ts';

export type ServiceSettings = Settings['bff'];

export type Ask = ReturnType<typeof createAsk>;
/** A response, or the reason that there is none, with a fix. */
export type Outcome = Awaited<ReturnType<Ask>>;
export type ServiceResponse = Exclude<Outcome, string>;

/** Fixes for error codes of the system, TLS or the HTTP parser. */
const connectionRemedies: readonly (readonly [codes: RegExp, text: string])[] = [
	[/ENOTFOUND|EAI_AGAIN/, 'is not known to DNS: correct the host name'],
	[/ECONNREFUSED/, 'accepts no connection: start the service, or correct host and port'],
	[/TIMEOUT|Timeout|UNREACH/, 'does not respond: correct host and port, or open the firewall'],
	[/CERT_HAS_EXPIRED/, 'has a certificate that has expired: renew it there, or set the clock here'],
	[/ALTNAME/, 'has a certificate for another name: use the name in it'],
	[
		/SELF_SIGNED|UNABLE_TO|CERT/,
		'has a certificate from an authority that Node does not know: set NODE_EXTRA_CA_CERTS, outside of .env, to its certificate file',
	],
	[/SSL|EPROTO/, 'does not speak TLS on this port: use http:, or the port for https:'],
	[/EXCEEDED_MAX_SIZE/, 'sends more than Daybill reads: 4 MB of JSON, 10 MB of an image'],
	[/^HPE_/, 'does not speak HTTP: if it expects https:, use that'],
];

/** Why a request failed, and what to do about it. */
export function reasonOf(error: unknown): string {
	const { code, name, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
	const [, text] = connectionRemedies.find(([codes]) => codes.test(`${code} ${name}`)) ?? [];
	return text ?? `cannot be used (${code ?? message}): check its log, or try again later`;
}

/** The hourly limit is reached: all further calls would fail. The message is the response in words. */
export class LimitReachedError extends Error {
	override readonly name = 'LimitReachedError';
}

export function createAsk(send: Transport['send']) {
	return async (url: string) => {
		const headers = { accept: 'application/json' };
		const sent = await send(url, { method: 'GET', headers }).catch(reasonOf);
		if (typeof sent === 'string') return sent;
		const { status, header } = sent;
		const body = parseJson(sent.body, false);
		const code = readErrorBody(body)?.code;
		const target = status >= 300 && status < 400 ? URL.parse(header('location') ?? '', url) : null;
		// Some services redirect calls without a token to a login page.
		const isToLogin = leadsElsewhere(target?.href, url);
		const meaning = status < 300 ? undefined : isToLogin ? 'closed' : meaningOf({ status, code });
		const response = { status, header, body, code, meaning, target };
		if (meaning === 'limited') throw new LimitReachedError(nameOf(response));
		return response;
	};
}

export const isFailing = ({ code, status }: ServiceResponse) => status >= 500 || code === 999;

/** Whether this is a web page, for example from a firewall. */
export const isWebPage = ({ code, header }: ServiceResponse) =>
	code === undefined && /\bhtml\b/i.test(header('content-type') ?? '');

export function nameOf(response: ServiceResponse) {
	const { body, code, status } = response;
	if (code !== undefined) return `code ${code} ${errorName(code)}`;
	if (isWebPage(response)) return `status ${status} with a web page`;
	return status < 300
		? `status ${status} with ${body === undefined ? 'no' : 'other'} JSON`
		: `status ${status}`;
}

export function listIn<Item>(response: Outcome, read: (body: unknown) => List<Item>): List<Item> | null {
	try {
		return typeof response === 'string' ? null : read(response.body);
	} catch (error) {
		if (error instanceof UnreadableError) return null;
		throw error;
	}
}
export const eventsOf = (response: Outcome) => listIn(response, readEventList)?.items ?? null;
export const locsOf = (response: Outcome) => listIn(response, readLocList)?.items ?? null;

/**
 * The URL of a list of events, with the filters that the app always sends: a service may require them (Spec §4.2).
 * @param page with a city if the service lists no events without one
 */
export const listUrl = (
	baseUrl: string,
	page: { start?: number | undefined; count?: number; loc?: string | undefined },
) => `${baseUrl}${operationPath('listEvents', { day_type: 'future', type: 'all', ...page })}`;

/** Whether this is the data API: it sends events, or an error saying that they need a token. */
export const isApi = (response: Outcome) =>
	eventsOf(response) !== null ||
	(typeof response === 'object' && response.meaning === 'closed' && response.code !== undefined);
