import type { SearchResponse } from '../../../contract/bff-api/search.ts';
import { m } from '../../i18n/messages.ts';
import css from './search.module.css';

/** Says that the BFF's index is incomplete. @param index undefined while loading */
export function SearchNote({ index }: { index: SearchResponse | undefined }) {
	if (index === undefined || index.is_complete) return null;
	const { indexed, listed, is_reading } = index;
	return (
		<p className={css.note} role="status">
			{is_reading ? m.discover_reading() : m.discover_searched_partly({ indexed, listed })}
		</p>
	);
}
