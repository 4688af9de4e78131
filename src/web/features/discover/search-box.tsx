/** The search of a city: as one types, the address takes the words up, and the results follow it. */
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf, type ListFilters, readFilters } from '../../app/addresses.ts';
import { m } from '../../i18n/generated/messages.js';
import css from './discover.module.css';

/** Milliseconds of rest after which what was typed is searched for. */
const rest = 250;

export function SearchBox({ uid, filters }: { uid: string; filters: ListFilters }) {
	const id = useId();
	const navigate = useNavigate();
	const [text, setText] = useState(filters.q);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const sent = useRef(filters.q);

	const send = (q: string, replace: boolean) => {
		sent.current = q;
		// The address may be ahead of what is drawn.
		const newest = readFilters(window.location.search);
		void navigate(addressOf.city(uid, { ...newest, q }), { replace, state: { keepsFocus: true } });
	};
	// Going back in the history brings other words.
	useEffect(() => {
		if (filters.q === sent.current) return;
		sent.current = filters.q;
		setText(filters.q);
	}, [filters.q]);
	useEffect(() => () => clearTimeout(timer.current), []);

	const search = (q: string) => {
		clearTimeout(timer.current);
		// A search is one step in the history, however many letters it took.
		if (q !== sent.current) send(q, sent.current !== '' && q !== '');
	};
	return (
		<search>
			<form
				className={css.search}
				onSubmit={(event) => {
					event.preventDefault();
					search(text);
				}}
			>
				<label htmlFor={id} className={css.hidden}>
					{m.discover_search_button()}
				</label>
				<input
					id={id}
					type="search"
					value={text}
					maxLength={100}
					placeholder={m.discover_search_button()}
					autoComplete="off"
					enterKeyHint="search"
					// What comes next, such as a filter's link, has to know the words.
					onBlur={() => search(text)}
					onChange={({ target: { value } }) => {
						setText(value);
						clearTimeout(timer.current);
						timer.current = setTimeout(() => search(value), rest);
					}}
				/>
			</form>
		</search>
	);
}
