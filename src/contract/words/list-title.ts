import type { ListFilters } from '../list-filters.ts';

/** Title of a city's list, for example `北京 · This weekend · Music`. @param day empty for all days */
export function listTitle(
	city: string,
	{ type, price }: Pick<ListFilters, 'type'> & Partial<ListFilters>,
	day: string,
	say: (key: 'words_free' | `words_type_${ListFilters['type']}`) => string,
): string {
	const kind = type === 'all' ? '' : say(`words_type_${type}`);
	const free = price === '0' ? say('words_free') : '';
	return [city, day, kind, free].filter((name) => name !== '').join(' · ');
}
