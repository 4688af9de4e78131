/** The search of a city: as one types, the address takes the words up, and the results follow it. */
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf, type ListFilters } from '../../app/addresses.ts';
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
	/** Words that were sent, until the address has them. */
	const pending = useRef<string | null>(null);
	const address = addressOf.city(uid, filters);

	const send = (q: string, replace: boolean) => {
		sent.current = q;
		pending.current = q;
		void navigate(addressOf.city(uid, { ...filters, q }), { replace, state: { keepsFocus: true } });
	};
	const follow = useEffectEvent((reached: string) => {
		const words = pending.current;
		if (words !== null && reached !== addressOf.city(uid, { ...filters, q: words })) {
			// A filter's link that was made before the words were sent does not know them.
			send(words, true);
			return;
		}
		pending.current = null;
		if (filters.q === sent.current) return;
		// Going back in the history brings other words.
		sent.current = filters.q;
		setText(filters.q);
	});
	useEffect(() => follow(address), [address]);
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
