/** Recent searches on this device; removed when the session ends. */
import { useState } from 'react';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { browserStorage } from '../../shared/storage.ts';
import { Button } from '../../ui/button.tsx';
import { useIsInBrowser } from '../../ui/use-in-browser.ts';
import css from './search.module.css';

const storageKey = 'daybill.searches';
const maxRecent = 8;

function read(): string[] {
	const stored = browserStorage.readJson(storageKey);
	return Array.isArray(stored) ? stored.filter((q) => typeof q === 'string').slice(0, maxRecent) : [];
}

export const hasWords = (q: string): boolean => /[\p{L}\p{N}]/u.test(q);

export function rememberSearch(q: string): void {
	if (!hasWords(q)) return;
	browserStorage.writeJson(storageKey, [q, ...read().filter((other) => other !== q)].slice(0, maxRecent));
}

export function RecentSearches({ uid }: { uid: string | null }) {
	const isInBrowser = useIsInBrowser();
	const [isCleared, setCleared] = useState(false);
	const recent = isInBrowser && !isCleared ? read() : [];
	if (recent.length === 0) return null;
	const clear = () => {
		browserStorage.write(storageKey, null);
		setCleared(true);
	};
	return (
		<section className={css.recent}>
			<h2>{m.discover_recent()}</h2>
			<ul className="row">
				{recent.map((q) => (
					<li key={q}>
						<a className="chip" href={pagePath.search(uid, { q })} dir="auto">
							{q}
						</a>
					</li>
				))}
				<li>
					<Button look="quiet" onTap={clear}>
						{m.discover_clear()}
					</Button>
				</li>
			</ul>
		</section>
	);
}
