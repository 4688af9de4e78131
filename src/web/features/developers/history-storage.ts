/** The calls of this visit and session, kept in the tab and exported. */
import { tabStorage } from '../../shared/storage.ts';
import type { Exchange } from './exchange.ts';

const storageKey = 'daybill.developers.history';
const maxKept = 50;

/** Whether something in storage is an exchange as this version writes it. */
function isExchange(value: unknown): value is Exchange {
	if (typeof value !== 'object' || value === null) return false;
	const { id, name, method, path, sentAt, milliseconds, status, headers, body } = value as Partial<Exchange>;
	return (
		[id, name, method, path, sentAt, body].every((each) => typeof each === 'string') &&
		[milliseconds, status].every((each) => typeof each === 'number') &&
		Array.isArray(headers)
	);
}

/** @param epoch of the session; null for none. What was kept in another one is not returned */
export function readHistory(epoch: string | null): Exchange[] {
	const kept = tabStorage.readJson(storageKey);
	if (typeof kept !== 'object' || kept === null) return [];
	const { session, exchanges } = kept as { session?: unknown; exchanges?: unknown };
	return session === epoch && Array.isArray(exchanges) ? exchanges.filter(isExchange) : [];
}

/** Keeps the latest calls of a session. @returns those */
export function writeHistory(epoch: string | null, history: readonly Exchange[]): Exchange[] {
	const exchanges = history.slice(0, maxKept);
	tabStorage.writeJson(storageKey, { session: epoch, exchanges });
	return exchanges;
}

/** The history as HTTP Archive 1.2, with the service's own URLs and without any secret. */
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
