/** Every address of the app (design §8), each written once: as a pattern for the router and as a builder of links. */
import type { DayType, EventType } from '../../contract/filters.ts';

export type Relation = 'created' | 'participated' | 'wished';
export const relations: readonly Relation[] = ['participated', 'wished', 'created'];

export const patterns = {
	home: '/',
	cities: '/cities',
	city: '/cities/:uid',
	event: '/events/:id',
	user: '/users/:id/:relation',
	me: '/me/:relation',
	callback: '/callback',
	settings: '/settings',
} as const;

/** Filters of a city's list; the defaults are left out of the address. */
export interface ListFilters {
	dayType: DayType;
	type: EventType;
}
export const defaultFilters: ListFilters = { dayType: 'today', type: 'all' };

export const addressOf = {
	city(uid: string, { dayType, type }: ListFilters = defaultFilters): string {
		const query = new URLSearchParams();
		if (dayType !== defaultFilters.dayType) query.set('day_type', dayType);
		if (type !== defaultFilters.type) query.set('type', type);
		return `/cities/${encodeURIComponent(uid)}${query.size > 0 ? `?${query}` : ''}`;
	},
	event: (id: string) => `/events/${encodeURIComponent(id)}`,
	user: (id: string, relation: Relation = 'participated') => `/users/${encodeURIComponent(id)}/${relation}`,
	me: (relation: Relation) => `/me/${relation}`,
} as const;
