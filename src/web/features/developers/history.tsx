/** The calls of this visit: filtered, shown again, exported. */
import { useState } from 'react';
import { usePageData } from '../../shared/page-data.tsx';
import controls from '../../ui/controls.module.css';
import css from './developers.module.css';
import type { Exchange } from './exchange.ts';
import { asHar } from './history-storage.ts';

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
			<div className={css.row}>
				<label>
					Filter by path or status
					<input type="search" value={filter} onChange={({ target }) => setFilter(target.value)} />
				</label>
				<button type="button" className={controls.button} onClick={exportHar}>
					Export as HAR
				</button>
				<button type="button" className={controls.button} onClick={onClear}>
					Clear history
				</button>
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
