/** Calls of this visit and session, stored in the tab: filter them, show them again, export them. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageData } from '../../shared/page-data.tsx';
import { sessionEpoch } from '../../shared/session/session-changes.ts';
import { sessionQuery, unsavedKey } from '../../shared/session/session-queries.ts';
import { tabStorage } from '../../shared/storage.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import css from './developers.module.css';
import type { Exchange } from './exchange.ts';

const storageKey = 'daybill.developers.history';
const maxStored = 50;

/**
 * Rename the field `exchanges` if their shape changes: another version of the app may have stored them.
 *
 * @param epoch of the session; null if signed out. Calls from other sessions are ignored
 */
function readHistory(epoch: string | null): Exchange[] {
	const stored = tabStorage.readJson(storageKey);
	if (typeof stored !== 'object' || stored === null) return [];
	const { session, exchanges = [] } = stored as { session?: unknown; exchanges?: Exchange[] };
	return session === epoch ? exchanges : [];
}

function writeHistory(epoch: string | null, history: readonly Exchange[]): Exchange[] {
	const exchanges = history.slice(0, maxStored);
	tabStorage.writeJson(storageKey, { session: epoch, exchanges });
	return exchanges;
}

const historyOf = (epoch: string | null) =>
	queryOptions({
		queryKey: [...unsavedKey, 'history', epoch],
		queryFn: () => readHistory(epoch),
		initialData: () => readHistory(epoch),
		staleTime: Number.POSITIVE_INFINITY,
	});

export function useHistory() {
	const client = useQueryClient();
	const { data: session } = useQuery(sessionQuery);
	const { data: history } = useQuery(historyOf(session?.signed_in === true ? session.epoch : null));
	const change = (next: (before: readonly Exchange[]) => readonly Exchange[]) => {
		const epoch = sessionEpoch(client);
		const { queryKey } = historyOf(epoch);
		client.setQueryData(queryKey, (before = readHistory(epoch)) => writeHistory(epoch, next(before)));
	};
	return {
		/** Latest first. */
		history,
		remember: (exchange: Exchange) => change((before) => [exchange, ...before]),
		clear: () => change(() => []),
	};
}

interface HistoryProps {
	history: readonly Exchange[];
	onShow: (id: string) => void;
	onClear: () => void;
}

export function History({ history, onShow, onClear }: HistoryProps) {
	const { settings } = usePageData();
	const [filter, setFilter] = useState('');
	const words = filter.trim().toLowerCase();
	const shown = history.filter(({ method, path, status }) =>
		`${method} ${path} ${status}`.toLowerCase().includes(words),
	);
	const exportHar = () => {
		const file = new Blob([asHar(shown, settings.service.base_url)], { type: 'application/json' });
		const link = document.createElement('a');
		link.href = URL.createObjectURL(file);
		link.download = 'daybill.har';
		link.click();
		URL.revokeObjectURL(link.href);
	};
	if (history.length === 0) return null;
	return (
		<div className={css.history}>
			<h3>History</h3>
			<div className={`${controls.row} ${css.row}`}>
				<label>
					Filter by path or status
					<input type="search" value={filter} onChange={({ target }) => setFilter(target.value)} />
				</label>
				<Button onTap={exportHar}>Export as HAR</Button>
				<Button onTap={onClear}>Clear history</Button>
			</div>
			<ul>
				{shown.map(({ id, method, path, status, milliseconds }) => (
					<li key={id}>
						<button type="button" className={css.entry} onClick={() => onShow(id)}>
							<strong>{status}</strong> {method} {path} <span>{milliseconds} ms</span>
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}

/** HTTP Archive 1.2, with the service's own URLs and without secrets. */
function asHar(history: readonly Exchange[], baseUrl: string): string {
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
