/** Every address of the app (design §8), each written once: as a pattern for the router and as a builder of links. */
import { type DayType, dayTypes, type EventType, eventTypes } from '../../contract/filters.ts';

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
	developers: '/developers',
} as const;

export const views = ['list', 'map', 'calendar'] as const;
export type View = (typeof views)[number];
/** `listed` is the service's own order. */
export const sorts = ['listed', 'start', 'near', 'interest'] as const;
export type Sort = (typeof sorts)[number];

/** What an address of a city holds; the defaults are left out of it. */
export interface ListFilters {
	dayType: DayType;
	type: EventType;
	/** Words to search for; empty: none. */
	q: string;
	view: View;
	sort: Sort;
}
export const defaultFilters: ListFilters = {
	dayType: 'today',
	type: 'all',
	q: '',
	view: 'list',
	sort: 'listed',
};

/** Names in the address, in their order. */
const filterNames = { dayType: 'day_type', type: 'type', q: 'q', view: 'view', sort: 'sort' } as const;

/** The filters of an address' query; words that are none fall back to the default. */
export function readFilters(search: string | URLSearchParams): ListFilters {
	const query = new URLSearchParams(search);
	return {
		dayType: dayTypes.find((each) => each === query.get('day_type')) ?? defaultFilters.dayType,
		type: eventTypes.find((each) => each === query.get('type')) ?? defaultFilters.type,
		q: (query.get('q') ?? '').slice(0, 100),
		view: views.find((each) => each === query.get('view')) ?? defaultFilters.view,
		sort: sorts.find((each) => each === query.get('sort')) ?? defaultFilters.sort,
	};
}

export const addressOf = {
	city(uid: string, filters: Partial<ListFilters> = {}): string {
		const query = new URLSearchParams();
		for (const [key, name] of Object.entries(filterNames) as [keyof ListFilters, string][]) {
			const value = filters[key];
			if (value !== undefined && value !== defaultFilters[key]) query.set(name, value);
		}
		return `/cities/${encodeURIComponent(uid)}${query.size > 0 ? `?${query}` : ''}`;
	},
	event: (id: string) => `/events/${encodeURIComponent(id)}`,
	user: (id: string, relation: Relation = 'participated') => `/users/${encodeURIComponent(id)}/${relation}`,
	me: (relation: Relation) => `/me/${relation}`,
} as const;
