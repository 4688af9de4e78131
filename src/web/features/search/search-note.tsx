/** How much of a city was searched, and how old that is. */

import { dateFormat } from '../../i18n/date-format.ts';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import css from './search.module.css';
import type { SearchState } from './use-search.ts';

export function SearchNote({ search: { state, found } }: { search: SearchState }) {
	const { locale } = useLocale();
	if (found === undefined) return null;
	if (state === null) return <p className={css.note}>{m.discover_fallback()}</p>;
	const { indexed, listed, is_complete, indexed_at } = state;
	const time = dateFormat(locale, { timeStyle: 'short' }).format(new Date(indexed_at));
	return (
		<p className={css.note}>
			{m.discover_freshness({ indexed, listed, time })} {!is_complete && m.discover_reading()}
		</p>
	);
}
