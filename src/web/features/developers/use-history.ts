/** The calls of the console in this visit and session: they are gone when the session is. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionEpoch } from '../../shared/session/session-changes.ts';
import { ownKey, sessionQueries } from '../../shared/session/session-queries.ts';
import type { Exchange } from './exchange.ts';
import { readHistory, writeHistory } from './history-storage.ts';

const historyOf = (epoch: string | null) =>
	queryOptions({
		queryKey: [...ownKey, 'history', epoch],
		queryFn: () => readHistory(epoch),
		initialData: () => readHistory(epoch),
		staleTime: Number.POSITIVE_INFINITY,
	});

interface History {
	/** The latest first. */
	history: readonly Exchange[];
	/** Keeps a call for the session that there is now. */
	remember: (exchange: Exchange) => void;
	clear: () => void;
}

export function useHistory(): History {
	const client = useQueryClient();
	const { data: session } = useQuery(sessionQueries.current);
	const { data: history } = useQuery(historyOf(session?.signed_in === true ? session.epoch : null));
	const change = (next: (before: readonly Exchange[]) => readonly Exchange[]) => {
		const epoch = sessionEpoch(client);
		const { queryKey } = historyOf(epoch);
		client.setQueryData(queryKey, (before = readHistory(epoch)) => writeHistory(epoch, next(before)));
	};
	return {
		history,
		remember: (exchange) => change((before) => [exchange, ...before]),
		clear: () => change(() => []),
	};
}
