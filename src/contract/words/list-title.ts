import type { ListFilters } from '../paths.ts';

/** Title of a city's list, for example `北京 · This weekend · Music`. @param day empty for all days */
export function listTitle(
	city: string,
	filters: Pick<ListFilters, 'type'>,
	day: string,
	type: string,
): string {
	return [city, day, filters.type === 'all' ? '' : type].filter((part) => part !== '').join(' · ');
}
