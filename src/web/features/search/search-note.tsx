/** How much of a city was searched, and how old that is. */
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { localWallClock } from '../../shared/now.ts';
import { formatTime } from '../event/format-when.ts';
import css from './search.module.css';
import type { SearchState } from './use-search.ts';

export function SearchNote({ search: { state } }: { search: SearchState }) {
	const reader = useLocale();
	if (state === null) return null;
	const { indexed, listed, is_complete, is_reading, indexed_at } = state;
	const time = formatTime(localWallClock(Date.parse(indexed_at)), reader);
	return (
		<p className={css.note}>
			{m.discover_freshness({ indexed, listed, time })}{' '}
			{!is_complete && (is_reading ? m.discover_reading() : m.discover_searched_partly())}
		</p>
	);
}
