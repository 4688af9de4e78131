/** The calls of this session: filter, reopen, export. */
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageData } from '../../shared/page-data.tsx';
import { unsavedKey } from '../../shared/session/session-queries.ts';
import { Button } from '../../ui/button.tsx';
import css from './developers.module.css';
import type { Exchange } from './exchange.ts';

const maxCalls = 50;

/** Removed at every session change, with other personal data. */
const historyQuery = queryOptions<readonly Exchange[]>({
	queryKey: [...unsavedKey, 'calls'],
	queryFn: skipToken,
	gcTime: Number.POSITIVE_INFINITY,
});

/** The calls of this session, latest first. */
export function useHistory() {
	const client = useQueryClient();
	const { data: history = [] } = useQuery(historyQuery);
	const { queryKey } = historyQuery;
	return {
		history,
		remember: (exchange: Exchange) =>
			client.setQueryData(queryKey, (before = []) => [exchange, ...before].slice(0, maxCalls)),
		clear: () => client.setQueryData(queryKey, []),
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
		<div className={css.snippets}>
			<h3>History</h3>
			<div className={`row ${css.row}`}>
				<label>
					Filter by path or status
					<input type="search" value={filter} onChange={({ target }) => setFilter(target.value)} />
				</label>
				<Button onTap={exportHar}>Export as HAR</Button>
				<Button onTap={onClear}>Clear history</Button>
			</div>
			<ul className="menu">
				{shown.map(({ id, method, path, status, milliseconds }) => (
					<li key={id}>
						<button type="button" onClick={() => onShow(id)}>
							<strong>{status}</strong> {method} {path} <span>{milliseconds} ms</span>
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}

/** Fields that HTTP Archive requires, whose values the app doesn't know. */
const unknown = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
const named = (pairs: Iterable<[string, string]>) => Array.from(pairs, ([name, value]) => ({ name, value }));

/** HTTP Archive 1.2, with the service's own URLs and without secrets. */
function asHar(history: readonly Exchange[], baseUrl: string): string {
	const entries = history.map(({ method, path, sentAt, milliseconds, status, headers, body }) => ({
		startedDateTime: sentAt,
		time: milliseconds,
		request: {
			...unknown,
			method,
			url: baseUrl + path,
			headers: [],
			queryString: named(new URL(baseUrl + path).searchParams),
			bodySize: 0,
		},
		response: {
			...unknown,
			status,
			statusText: '',
			headers: named(headers),
			content: { size: new Blob([body]).size, mimeType: 'application/json', text: body },
			redirectURL: '',
			bodySize: -1,
		},
		cache: {},
		timings: { send: 0, wait: milliseconds, receive: 0 },
	}));
	const log = { version: '1.2', creator: { name: 'Daybill', version: '1' }, entries };
	return JSON.stringify({ log }, null, 2);
}
