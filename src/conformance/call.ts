/** HTTP calls of the conformance check: requests, responses, and the errors that end a check or a run. */

export interface WireResponse {
	readonly status: number;
	/** In the service's order and spelling. */
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly text: string;
}

/** Sends one request, without following redirects. @throws any error if there is no complete response */
export type Transport = (request: CurlRequest & { readonly signal: AbortSignal }) => Promise<WireResponse>;

export interface ServiceResponse extends WireResponse {
	readonly method: string;
	/** Path of the request, including the base URL's path but not the query. */
	readonly path: string;
	/** Undefined if the body is not JSON. */
	readonly json: unknown;
	/** The request as a curl command, without secrets. */
	readonly curl: string;
}

export interface CallOptions {
	readonly method?: string;
	readonly token?: string | null | undefined;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: URLSearchParams;
}

/** @param path path and query below the base URL. @throws NoResponse */
export type Call = (path: string, options?: CallOptions) => Promise<ServiceResponse>;

/** The service can't be reached, or closed the connection before the end of its response. */
export class NoResponse extends Error {
	override readonly name = 'NoResponse';
	readonly curl: string;

	/** @param request `<METHOD> <path>` */
	constructor(request: string, curl: string, cause: unknown) {
		super(`no response to ${request}: ${reasonOf(cause)}`, { cause });
		this.curl = curl;
	}
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const inner = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : '';
	return `${error.message || (error as { code?: string }).code || error.name}${inner}`;
}

/** No verdict is possible, for example because of the hourly limit. The check counts as not tried. */
export class NotJudged extends Error {
	override readonly name = 'NotJudged';
}

export async function ifJudged<Result>(trial: Promise<Result>): Promise<Result | null> {
	try {
		return await trial;
	} catch (error) {
		if (error instanceof NotJudged) return null;
		throw error;
	}
}

/** The check can't run: the service can't be reached, or the setup is wrong. The message contains the fix. */
export class CannotRun extends Error {
	override readonly name = 'CannotRun';
}

export function headerOf(response: WireResponse, name: string): string | undefined {
	return response.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

export type Secrets = ReadonlyMap<string, string>;

interface CurlRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: URLSearchParams | undefined;
}

/** Marks a shell variable for {@link quote}. No URL, form or header contains the delimiter. */
const marked = (variable: string) => `\0${variable}\0`;

const quote = (text: string): string =>
	text.includes('\0')
		? `"${text.replace(/[\\"$`]/g, '\\$&').replace(/\0(\w+)\0/g, '$$$1')}"`
		: `'${text.replaceAll("'", `'\\''`)}'`;

const hideValues = (query: string, secrets: Secrets): string =>
	query
		.split('&')
		.map((pair) => {
			const [[name = '', value = ''] = []] = new URLSearchParams(pair);
			const variable = secrets.get(value);
			return variable === undefined ? pair : `${name}=${marked(variable)}`;
		})
		.join('&');

/** @returns for example `curl -i -H "authorization: Bearer $TOKEN" 'https://api.example/v2/loc/list'` */
export function curlCommand({ method, url, headers, body }: CurlRequest, secrets: Secrets): string {
	const headerOf = ([name, value]: [string, string]): string => {
		const [, scheme = '', secret = ''] = /^(\w+ )?(.*)$/s.exec(value) ?? [];
		const variable = secrets.get(secret);
		return `${name}: ${variable === undefined ? value : `${scheme}${marked(variable)}`}`;
	};
	const [path = '', query] = url.split(/\?(.*)/s);
	return [
		'curl -i',
		...(method === 'GET' ? [] : [`-X ${method}`]),
		...Object.entries(headers).map((header) => `-H ${quote(headerOf(header))}`),
		...(body === undefined ? [] : [`-d ${quote(hideValues(body.toString(), secrets))}`]),
		quote(query === undefined ? path : `${path}?${hideValues(query, secrets)}`),
	].join(' ');
}
