/** Calls from the console, their responses as received, and examples. */

import { queryOptions } from '@tanstack/react-query';
import { directHeader } from '../../../contract/bff-api/developers.ts';
import { csrfHeader, epochHeader } from '../../../contract/bff-api/session-headers.ts';
import { isCity } from '../../../contract/event/loc.ts';
import { apiPrefix } from '../../../contract/paths.ts';
import {
	type Operation,
	type OperationName,
	operationPath,
	operations,
	type Parameter,
} from '../../../contract/spec/operations.ts';
import { callOperation } from '../../shared/call.ts';
import { lastCity } from '../../shared/last-city.ts';

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

/** Ids that exist on this service, and a day of the event; empty strings if the service has none. */
export interface Examples {
	loc: string;
	event: string;
	user: string;
	day: string;
}

export const noExamples: Examples = { loc: '', event: '', user: '', day: '' };

export const exampleQuery = queryOptions({
	queryKey: ['developers', 'examples'],
	queryFn: async ({ signal }): Promise<Examples> => {
		const { items: locs } = await callOperation('listLocs', { start: 0, count: 100 }, { signal });
		const last = lastCity()?.uid;
		const loc = locs.find(({ uid }) => uid === last) ?? locs.find(isCity);
		if (loc === undefined) return noExamples;
		const page = { loc: loc.id, day_type: 'future', start: 0, count: 1 } as const;
		const { items } = await callOperation('listEvents', page, { signal });
		const event = items[0];
		return {
			loc: loc.id,
			event: event?.id ?? '',
			user: event?.owner?.id ?? '',
			day: event?.begin?.slice(0, 10) ?? '',
		};
	},
	staleTime: Number.POSITIVE_INFINITY,
});

const fixed: Readonly<Partial<Record<Parameter['name'], string>>> = {
	day_type: 'week',
	type: 'all',
	status: 'ongoing',
};

export function exampleValues(
	name: OperationName,
	examples: Examples,
	{ userId, pageStart }: { userId: string | null; pageStart: number },
): FormValues {
	const { path, parameters }: { path: string; parameters: readonly Parameter[] } = operations[name];
	const page: FormValues = { start: String(pageStart), count: '5' };
	const id = path.includes('/user_') ? (userId ?? examples.user) : examples.event;
	return {
		id: path.includes('/loc/') ? examples.loc : id,
		...Object.fromEntries(
			parameters.map(({ name: parameter }) => [
				parameter,
				page[parameter] ?? fixed[parameter] ?? (parameter === 'loc' ? examples.loc : examples.day),
			]),
		),
	};
}
