/** One HTTP call of the conformance check, with everything that a check may judge. Runs in browsers and in Node. */

/** An answer as it came over the wire. */
export interface WireAnswer {
	readonly status: number;
	/** In the order and spelling of the service, where the transport can see them; `fetch` lower-cases names. */
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly text: string;
}

interface WireRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** A form, or nothing. */
	readonly body: URLSearchParams | undefined;
	readonly signal: AbortSignal;
}

/** Sends one request and follows no redirect. @throws any error when no whole answer came */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

export interface Answer extends WireAnswer {
	readonly method: string;
	/** Path without the query, as the service was asked: with the path of the base address. */
	readonly path: string;
	/** The parsed body; undefined when it is not JSON. */
	readonly json: unknown;
}

interface CallOptions {
	readonly method?: string;
	/** Access token for the Authorization header; none unless told. */
	readonly token?: string | null;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: URLSearchParams;
}

/** @param path path and query below the base address. @throws NoAnswer */
export type Call = (path: string, options?: CallOptions) => Promise<Answer>;

/** The service could not be reached, or broke off its answer. */
export class NoAnswer extends Error {
	constructor(request: string, cause: unknown) {
		super(`no answer to ${request}: ${reasonOf(cause)}`, { cause });
		this.name = 'NoAnswer';
	}
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const inner = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : '';
	return `${error.message || (error as { code?: string }).code || error.name}${inner}`;
}

/** The transport of browsers; works in Node too. */
export const fetchTransport: Transport = async ({ method, url, headers, body, signal }) => {
	const response = await fetch(url, {
		method,
		headers,
		signal,
		redirect: 'manual',
		...(body === undefined ? {} : { body }),
	});
	return { status: response.status, headers: [...response.headers], text: await response.text() };
};

/**
 * Makes the caller for one base address.
 *
 * @param timeout in milliseconds, for each call
 */
export function callerFor(baseUrl: string, transport: Transport, timeout: number): Call {
	return async (path, { method = 'GET', token = null, headers = {}, body } = {}) => {
		const url = `${baseUrl}${path}`;
		const answer = await transport({
			method,
			url,
			headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
			body,
			signal: AbortSignal.timeout(timeout),
		}).catch((error: unknown) => {
			throw new NoAnswer(`${method} ${path.split('?')[0]}`, error);
		});
		return { ...answer, method, path: new URL(url).pathname, json: parse(answer.text) };
	};
}

/** A header's value by its name in any spelling; undefined when it is absent. */
export function headerOf(answer: WireAnswer, name: string): string | undefined {
	return answer.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
