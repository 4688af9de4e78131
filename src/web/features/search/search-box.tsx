/** The search field. Writes to the URL, from which the results are read. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
	cityQuery,
	hasFilters,
	type ListFilters,
	pagePath,
	readFilters,
	searchFieldId,
} from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useEarlyText } from '../../ui/use-early-text.ts';
import { rememberSearch } from './recent-searches.tsx';
import css from './search.module.css';

const typingPauseMs = 250;

export function SearchBox({ uid, filters }: { uid: string | null; filters: ListFilters }) {
	const { hash, key, search: query } = useLocation();
	const field = useRef<HTMLInputElement>(null);
	const navigate = useNavigate();
	const [text, setText] = useState(filters.q);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const sent = useRef(filters.q);

	const send = (q: string, replace: boolean) => {
		sent.current = q;
		// The URL may be ahead of what is rendered.
		const newest = new URLSearchParams(window.location.search);
		newest.set('q', q);
		const others = hasFilters(newest) ? readFilters(newest) : {};
		navigate(pagePath.search(uid, { ...others, q }), { replace, state: { keepsFocus: true } });
	};
	const follow = useEffectEvent((q: string) => {
		if (q === sent.current) return;
		sent.current = q;
		setText(q);
	});
	// Back changes the words in the URL, so the field follows.
	useEffect(() => follow(filters.q), [filters.q]);
	useEffect(() => {
		if (key !== '' && hash === `#${searchFieldId}`) field.current?.focus();
	}, [hash, key]);
	useEffect(() => () => clearTimeout(timer.current), []);

	// Reads the field, because text typed before hydration may not be in the state yet.
	const search = () => {
		clearTimeout(timer.current);
		const q = field.current?.value ?? text;
		// One history entry per search, not per keystroke.
		if (q !== sent.current) send(q, sent.current !== '' && q !== '');
	};
	const finish = () => {
		search();
		rememberSearch(sent.current.trim());
	};
	const type = (value: string) => {
		setText(value);
		clearTimeout(timer.current);
		timer.current = setTimeout(search, typingPauseMs);
	};
	useEarlyText(field, type);
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
				}}
			>
				{hidden.map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<label htmlFor={searchFieldId} className="hidden">
					{m.discover_search()}
				</label>
				<input
					ref={field}
					id={searchFieldId}
					type="search"
					name="q"
					value={text}
					maxLength={100}
					placeholder={m.discover_search()}
					autoComplete="off"
					enterKeyHint="search"
					// Runs before a tap on a filter's link, so that the link keeps the words.
					onBlur={finish}
					onChange={({ target }) => type(target.value)}
				/>
			</form>
		</search>
	);
}
