import type { ListFilters } from '../paths.ts';

/**
 * A city list's title: `北京 · This weekend · Music`.
 *
 * @param day name of the days; empty for all days
 * @param type name of the type
 */
export function listTitle(
	city: string,
	filters: Pick<ListFilters, 'type'>,
	day: string,
	type: string,
): string {
	return [city, day, filters.type === 'all' ? '' : type].filter((part) => part !== '').join(' · ');
}
