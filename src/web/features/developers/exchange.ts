/** A call of the console and its answer: sent, described as curl and TypeScript, kept for the visit, exported as HAR. */
import {
	type Operation,
	type OperationName,
	operationPath,
	operations,
} from '../../../contract/operations.ts';
import { apiPrefix, csrfHeader, directHeader } from '../../../contract/session.ts';

export type Sender = 'anonymous' | 'session';

export interface Exchange {
	id: string;
	name: OperationName;
	method: string;
	/** Path and query below {base_url}. */
	path: string;
	sender: Sender;
	/** ISO 8601. */
	sentAt: string;
	/** Milliseconds until the whole answer was there. */
	milliseconds: number;
	/** 0 when there was no answer. */
	status: number;
	headers: [string, string][];
	/** As it came. */
	body: string;
}

/** Values of a form: `id`, and the query parameters; empty ones are left out. */
export type FormValues = Readonly<Record<string, string>>;

export function pathOf(name: OperationName, values: FormValues): string {
	const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
	return operationPath(name, given as never);
}

/** Sends a call to the service itself, past the BFF's cache. Never throws: no answer is an answer too. */
export async function sendCall(name: OperationName, values: FormValues, sender: Sender): Promise<Exchange> {
	const { method } = operations[name];
	const path = pathOf(name, values);
	const sentAt = new Date().toISOString();
	const startedAt = performance.now();
	const base = { id: crypto.randomUUID(), name, method, path, sender, sentAt };
	try {
		const response = await fetch(`${apiPrefix}${path}`, {
			method,
			headers: { [csrfHeader]: '1', [directHeader]: sender },
			credentials: sender === 'session' ? 'same-origin' : 'omit',
		});
		const body = await response.text();
		return {
			...base,
			milliseconds: Math.round(performance.now() - startedAt),
			status: response.status,
			headers: [...response.headers],
			body,
		};
	} catch (error) {
		return {
			...base,
			milliseconds: Math.round(performance.now() - startedAt),
			status: 0,
			headers: [],
			body: error instanceof Error ? error.message : String(error),
		};
	}
}

/** A text within single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The same call for a terminal; the token is a variable there. */
export function asCurl(
	{ method, path, sender }: Pick<Exchange, 'method' | 'path' | 'sender'>,
	baseUrl: string,
): string {
	return [
		`curl -X ${method} ${quoted(baseUrl + path)}`,
		...(sender === 'session' ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
	].join(' \\\n  ');
}

export function asTypeScript(
	{ method, path, sender }: Pick<Exchange, 'method' | 'path' | 'sender'>,
	baseUrl: string,
): string {
	const headers = sender === 'session' ? "\n  headers: { authorization: 'Bearer ' + accessToken }," : '';
	return `const response = await fetch(${JSON.stringify(baseUrl + path)}, {\n  method: ${JSON.stringify(method)},${headers}\n});\nconst body = await response.json();`;
}

const storageKey = 'daybill.developers.history';
const most = 50;

export function readHistory(): Exchange[] {
	try {
		const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
		return Array.isArray(kept) ? (kept as Exchange[]) : [];
	} catch (error) {
		if (error instanceof SyntaxError) return [];
		throw error;
	}
}

/** Keeps the latest calls for this visit; a full storage keeps what was there. */
export function writeHistory(history: readonly Exchange[]): Exchange[] {
	const kept = history.slice(0, most);
	try {
		sessionStorage.setItem(storageKey, JSON.stringify(kept));
	} catch (error) {
		if (!(error instanceof DOMException)) throw error;
	}
	return kept;
}

/** The history as HTTP Archive 1.2, with the service's own addresses and without any secret. */
export function asHar(history: readonly Exchange[], baseUrl: string): string {
	const entries = history.map(({ method, path, sentAt, milliseconds, status, headers, body }) => ({
		startedDateTime: sentAt,
		time: milliseconds,
		request: {
			method,
			url: baseUrl + path,
			httpVersion: 'HTTP/1.1',
			cookies: [],
			headers: [],
			queryString: [...new URL(baseUrl + path).searchParams].map(([name, value]) => ({ name, value })),
			headersSize: -1,
			bodySize: 0,
		},
		response: {
			status,
			statusText: '',
			httpVersion: 'HTTP/1.1',
			cookies: [],
			headers: headers.map(([name, value]) => ({ name, value })),
			content: { size: new Blob([body]).size, mimeType: 'application/json', text: body },
			redirectURL: '',
			headersSize: -1,
			bodySize: -1,
		},
		cache: {},
		timings: { send: 0, wait: milliseconds, receive: 0 },
	}));
	return JSON.stringify(
		{ log: { version: '1.2', creator: { name: 'Daybill', version: '1' }, entries } },
		null,
		2,
	);
}

/** JSON made readable; anything else as it came. */
export function pretty(body: string): string {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch (error) {
		if (error instanceof SyntaxError) return body;
		throw error;
	}
}

export const operationRows = Object.entries(operations) as [OperationName, Operation][];
