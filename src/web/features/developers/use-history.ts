/** The console's calls in this visit and session, stored in the tab. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionEpoch } from '../../shared/session/session-changes.ts';
import { ownKey, sessionQueries } from '../../shared/session/session-queries.ts';
import { tabStorage } from '../../shared/storage.ts';
import type { Exchange } from './exchange.ts';

const storageKey = 'daybill.developers.history';
const maxStored = 50;

/** Storage may contain entries of another version. */
function isExchange(value: unknown): value is Exchange {
	if (typeof value !== 'object' || value === null) return false;
	const { id, name, method, path, sentAt, milliseconds, status, headers, body } = value as Partial<Exchange>;
	return (
		[id, name, method, path, sentAt, body].every((each) => typeof each === 'string') &&
		[milliseconds, status].every((each) => typeof each === 'number') &&
		Array.isArray(headers)
	);
}

/** @param epoch of the session; null if signed out. Calls of other sessions are not returned */
function readHistory(epoch: string | null): Exchange[] {
	const stored = tabStorage.readJson(storageKey);
	if (typeof stored !== 'object' || stored === null) return [];
	const { session, exchanges } = stored as { session?: unknown; exchanges?: unknown };
	return session === epoch && Array.isArray(exchanges) ? exchanges.filter(isExchange) : [];
}

/** @returns the latest calls, which are stored */
function writeHistory(epoch: string | null, history: readonly Exchange[]): Exchange[] {
	const exchanges = history.slice(0, maxStored);
	tabStorage.writeJson(storageKey, { session: epoch, exchanges });
	return exchanges;
}

const historyOf = (epoch: string | null) =>
	queryOptions({
		queryKey: [...ownKey, 'history', epoch],
		queryFn: () => readHistory(epoch),
		initialData: () => readHistory(epoch),
		staleTime: Number.POSITIVE_INFINITY,
	});

export function useHistory() {
	const client = useQueryClient();
	const { data: session } = useQuery(sessionQueries.current);
	const { data: history } = useQuery(historyOf(session?.signed_in === true ? session.epoch : null));
	const change = (next: (before: readonly Exchange[]) => readonly Exchange[]) => {
		const epoch = sessionEpoch(client);
		const { queryKey } = historyOf(epoch);
		client.setQueryData(queryKey, (before = readHistory(epoch)) => writeHistory(epoch, next(before)));
	};
	return {
		/** The latest first. */
		history,
		remember: (exchange: Exchange) => change((before) => [exchange, ...before]),
		clear: () => change(() => []),
	};
}
