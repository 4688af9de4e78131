/** The search field. Writes to the URL, from which the results are read. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { maxSearchText } from '../../../contract/bff-api/limits.ts';
import { cityQuery, hasFilters, type ListFilters, readFilters } from '../../../contract/list-filters.ts';
import { pagePath, searchFieldId } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { browserStorage } from '../../shared/storage.ts';
import { Button } from '../../ui/button.tsx';
import { useIsInBrowser } from '../../ui/use-in-browser.ts';
import css from './search.module.css';

const typingPauseMs = 250;

export function SearchBox({ uid, filters }: { uid: string | null; filters: ListFilters }) {
	const { hash, key, search: query, state } = useLocation();
	const isBack = useNavigationType() === 'POP';
	/** Whether the URL's words were typed here. The field may already have newer ones when they are rendered. */
	const isTyped = !isBack && (state as { isTyped?: boolean } | null)?.isTyped === true;
	const field = useRef<HTMLInputElement>(null);
	const navigate = useNavigate();
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const sent = useRef(filters.q);

	const send = (q: string, replace: boolean) => {
		sent.current = q;
		// The URL may be ahead of what is rendered.
		const newest = new URLSearchParams(window.location.search);
		newest.set('q', q);
		const others = hasFilters(newest) ? readFilters(newest) : {};
		navigate(pagePath.search(uid, { ...others, q }), { replace, state: { keepsFocus: true, isTyped: true } });
	};
	// Back and links change the words in the URL, so the field follows.
	useEffect(() => {
		if (isTyped || filters.q === sent.current || field.current === null) return;
		sent.current = filters.q;
		field.current.value = filters.q;
	}, [filters.q, isTyped]);
	useEffect(() => {
		if (key !== '' && hash === `#${searchFieldId}`) field.current?.focus();
	}, [hash, key]);
	useEffect(() => () => clearTimeout(timer.current), []);

	const search = () => {
		clearTimeout(timer.current);
		const q = field.current?.value ?? sent.current;
		// One history entry per search, not per keystroke.
		if (q !== sent.current) send(q, sent.current !== '' && q !== '');
	};
	const finish = () => {
		search();
		rememberSearch(sent.current.trim());
	};
	const type = () => {
		clearTimeout(timer.current);
		timer.current = setTimeout(search, typingPauseMs);
	};
	const searchTyped = useEffectEvent(() => field.current?.value !== sent.current && type());
	// Searches for text that was typed before hydration.
	useEffect(() => void searchTyped(), []);
	const withoutWords = new URLSearchParams(query);
	withoutWords.delete('q');
	const hidden = hasFilters(withoutWords) ? cityQuery(readFilters(withoutWords)) : [];
	return (
		<search>
			<form
				className={css.search}
				// Before hydration, the browser submits the form and opens the results.
				action={pagePath.search(uid)}
				onSubmit={(event) => {
					event.preventDefault();
					finish();
					// Closes the keyboard of a phone, which would cover the results.
					field.current?.blur();
				}}
			>
				{hidden.map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<label htmlFor={searchFieldId} className="hidden">
					{m.discover_search()}
				</label>
				{/* Uncontrolled, so that rendering never resets what someone types meanwhile. */}
				<input
					ref={field}
					id={searchFieldId}
					type="search"
					name="q"
					defaultValue={filters.q}
					maxLength={maxSearchText}
					placeholder={m.discover_search()}
					autoComplete="off"
					enterKeyHint="search"
					// Runs before a tap on a filter's link, so that the link keeps the words.
					onBlur={finish}
					onChange={type}
				/>
			</form>
		</search>
	);
}

const storageKey = 'daybill.searches';
const maxRecent = 8;

function read(): string[] {
	const stored = browserStorage.readJson(storageKey);
	return Array.isArray(stored) ? stored.filter((q) => typeof q === 'string').slice(0, maxRecent) : [];
}

export const hasWords = (q: string): boolean => /[\p{L}\p{N}]/u.test(q);

function rememberSearch(q: string): void {
	if (!hasWords(q)) return;
	browserStorage.writeJson(storageKey, [q, ...read().filter((other) => other !== q)].slice(0, maxRecent));
}

/** Recent searches on this device; removed when the session ends. */
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
