/** History of the calls in this tab and session: filter, reopen, export. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageData } from '../../shared/page-data.tsx';
import { sessionEpoch, sessionQuery } from '../../shared/session/session-queries.ts';
import { tabStorage } from '../../shared/storage.ts';
import { Button } from '../../ui/button.tsx';
import css from './developers.module.css';
import type { Exchange } from './exchange.ts';

const storageKey = 'daybill.developers.history';
const maxStored = 50;

interface Stored {
	/** Epoch of the session; null if signed out. */
	session: string | null;
	/** Latest first. Rename this field if its shape changes: another version of the app may have stored it. */
	exchanges: readonly Exchange[];
}

/** Undefined for a history that another version stored. */
const exchangesOf = (stored: Partial<Stored> | null, session: string | null) =>
	stored?.session === session ? stored.exchanges : undefined;

/** The calls of this session, latest first. */
export function useHistory() {
	const client = useQueryClient();
	const { data: session } = useQuery(sessionQuery);
	const [stored, setStored] = useState(() => tabStorage.readJson(storageKey) as Partial<Stored> | null);
	const change = (next: (before: readonly Exchange[]) => readonly Exchange[]) => {
		const epoch = sessionEpoch(client);
		setStored((before) => {
			const exchanges = next(exchangesOf(before, epoch) ?? []).slice(0, maxStored);
			const changed: Stored = { session: epoch, exchanges };
			tabStorage.writeJson(storageKey, changed);
			return changed;
		});
	};
	return {
		history: exchangesOf(stored, session?.signed_in === true ? session.epoch : null) ?? [],
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

/** What HTTP Archive requires, but the app doesn't know. */
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
