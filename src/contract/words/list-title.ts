import type { ListFilters } from '../paths.ts';

/**
 * Title of a city's list: `北京 · This weekend · Music`, and the city alone for the list that its page begins with.
 *
 * @param day name of the days
 * @param type name of the type
 */
export function listTitle(
	city: string,
	filters: Pick<ListFilters, 'dayType' | 'type'>,
	day: string,
	type: string,
): string {
	if (filters.type !== 'all') return [city, day, type].join(' · ');
	return filters.dayType === 'today' ? city : [city, day].join(' · ');
}
