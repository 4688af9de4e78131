/** Calls from the console, and their responses as received. */
import { directHeader } from '../../../contract/bff-api/developers.ts';
import { csrfHeader, epochHeader } from '../../../contract/bff-api/session.ts';
import { apiPrefix } from '../../../contract/paths.ts';
import {
	type Operation,
	type OperationName,
	operationPath,
	operations,
} from '../../../contract/spec/operations.ts';

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
	/** Time until the whole response was received. */
	milliseconds: number;
	/** 0 if there was no response. */
	status: number;
	headers: [string, string][];
	body: string;
}

/** `id` and query parameters; empty values are omitted. */
export type FormValues = Readonly<Record<string, string>>;

export function pathOf(name: OperationName, values: FormValues): string {
	const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
	return operationPath(name, given as never);
}

/**
 * Calls the service, bypassing the BFF's cache. Never throws: without a response, the status is 0. Even an `anonymous`
 * call sends the session cookie, because the BFF lets only signed-in people call a service other than the sandbox.
 */
export async function sendCall(
	name: OperationName,
	values: FormValues,
	sender: Sender,
	epoch?: string,
): Promise<Exchange> {
	const { method } = operations[name];
	const path = pathOf(name, values);
	const sentAt = new Date().toISOString();
	const startedAt = performance.now();
	const received = await fetch(`${apiPrefix}${path}`, {
		method,
		headers: {
			[csrfHeader]: '1',
			[directHeader]: sender,
			...(epoch === undefined ? {} : { [epochHeader]: epoch }),
		},
	})
		.then(async (response) => ({
			status: response.status,
			headers: [...response.headers],
			body: await response.text(),
		}))
		.catch((error: unknown) => ({ status: 0, headers: [], body: String(error) }));
	const milliseconds = Math.round(performance.now() - startedAt);
	return { id: `${sentAt} ${startedAt}`, name, method, path, sender, sentAt, milliseconds, ...received };
}

export const operationRows = Object.entries(operations) as [OperationName, Operation][];
