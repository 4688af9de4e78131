/** The search field. Writes to the URL, from which the results are read. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
	cityQuery,
	filterNames,
	hasFilters,
	type ListFilters,
	pagePath,
	readFilters,
	searchFieldId,
} from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import controls from '../../ui/controls.module.css';
import { useEarlyText } from '../../ui/use-early-text.ts';
import { readDayWords } from './day-words.ts';
import { rememberSearch } from './recent-searches.tsx';
import css from './search.module.css';

const typingPauseMs = 250;

const dayNames = [filterNames.dayType, filterNames.day];
const daysIn = (query: URLSearchParams): string => dayNames.map((name) => query.get(name)).join();

export function SearchBox({ uid, filters }: { uid: string | null; filters: ListFilters }) {
	const today = useToday();
	const { hash, key, search: query } = useLocation();
	const field = useRef<HTMLInputElement>(null);
	const navigate = useNavigate();
	const [text, setText] = useState(filters.q);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const sent = useRef(filters.q);
	/** The typed text from which `sent` was derived. */
	const typed = useRef(filters.q);
	/** The URL's day if it came from the words: when the words change, it is removed. */
	const dayOfWords = useRef<string | null>(null);

	const send = (words: string, replace: boolean) => {
		const { q, ...days } = readDayWords(words, today);
		sent.current = q;
		// The URL may be ahead of what is rendered.
		const newest = new URLSearchParams(window.location.search);
		if (daysIn(newest) === dayOfWords.current) for (const name of dayNames) newest.delete(name);
		newest.set('q', q);
		const others = hasFilters(newest) ? readFilters(newest) : {};
		const path = pagePath.search(uid, { ...others, q, ...days });
		dayOfWords.current = 'day' in days ? daysIn(new URL(path, window.location.href).searchParams) : null;
		navigate(path, { replace, state: { keepsFocus: true } });
	};
	const follow = useEffectEvent((q: string) => {
		// Words from a link, or submitted before hydration, may also name a day.
		if (readDayWords(q, today).q !== q) send(q, true);
		else if (q === sent.current) return;
		else sent.current = q;
		typed.current = sent.current;
		setText(sent.current);
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
		if (q !== sent.current && q !== typed.current) send(q, sent.current !== '' && q !== '');
		typed.current = q;
	};
	/** Also removes the day from the text, because it is a filter now. */
	const finish = () => {
		search();
		typed.current = sent.current;
		setText(sent.current);
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
				<label htmlFor={searchFieldId} className={controls.hidden}>
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
