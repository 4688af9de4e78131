/** Filters, order and view of a city's list: their defaults, and how a URL contains them. */
import { maxSearchText, pricePattern } from './bff-api/limits.ts';
import { type Day, readDay } from './event/wall-clock.ts';
import { type DayType, dayTypes, type EventType, eventTypes } from './spec/filters.ts';

export const views = ['list', 'map', 'calendar'] as const;
export type View = (typeof views)[number];
/** `listed` is the service's own order; in a search, the best match comes first. */
const sorts = ['listed', 'start', 'near', 'interest'] as const;
export type Sort = (typeof sorts)[number];

/** Query of a city's list. Defaults, which depend on whether there is a search text, are left out. */
export interface ListFilters {
	dayType: DayType;
	/** In place of `dayType`. */
	day: Day | null;
	/** The last day, if `day` is the first of several. */
	until: Day | null;
	type: EventType;
	/** Highest price, in digits; `0`: free. */
	price: string | null;
	q: string;
	view: View;
	sort: Sort;
}
export const defaultFilters: ListFilters = {
	dayType: 'today',
	day: null,
	until: null,
	type: 'all',
	price: null,
	q: '',
	view: 'list',
	sort: 'listed',
};

/** Whether the filters include one that the service lacks, so that the BFF's index must apply them. */
export const needsIndex = ({ day, price }: ListFilters): boolean => day !== null || price !== null;

/** The orders that a list can have. In a search, `listed` is the best match first. Maps and calendars have none. */
export function sortsOf(filters: ListFilters): readonly Sort[] {
	const { view, q } = filters;
	if (view !== defaultFilters.view) return [];
	if (q !== defaultFilters.q) return ['listed', 'start'];
	return filters.day === null ? sorts : [];
}

/** Whether the app reads the whole list, and sorts it. */
const isSorted = (filters: ListFilters): boolean =>
	filters.q === defaultFilters.q &&
	filters.sort !== defaultFilters.sort &&
	sortsOf(filters).includes(filters.sort);

/** Whether a list is in the service's order. */
export const isPlainList = (filters: ListFilters): boolean =>
	filters.view === defaultFilters.view && !isFromIndex(filters) && !isSorted(filters);

/**
 * Whether a list's events come from the BFF's index: in a search, in a calendar, or with a filter that needs the index
 * if the app doesn't sort the list. The BFF renders these and plain lists; other lists need scripts, and say so.
 */
export const isFromIndex = (filters: ListFilters): boolean =>
	filters.view === 'calendar' ||
	(filters.view === 'list' && !isSorted(filters) && (filters.q.trim() !== '' || needsIndex(filters)));

/** The `day_type` of feeds, embeds and previews, which can't show a calendar or a single day. */
export const dayTypeOf = ({ dayType, day, view }: ListFilters): DayType =>
	day !== null || view === 'calendar' ? 'future' : dayType;

/** All upcoming events; the defaults of a search. */
export const unfiltered: ListFilters = { ...defaultFilters, dayType: 'future' };
const defaultsOf = (q = '') => (q.trim() === '' ? defaultFilters : unfiltered);

const filterKeys = Object.keys(defaultFilters) as (keyof ListFilters)[];
/** The name of a filter in a query. */
const nameOf = (key: keyof ListFilters) => (key === 'dayType' ? 'day_type' : key);
/** Days from this year on are rejected: their week could extend beyond the last valid day. */
const tooLate = '9999';

/** Unknown values fall back to the default. */
export function readFilters(search: string | URLSearchParams): ListFilters {
	const query = new URLSearchParams(search);
	const q = (query.get('q') ?? '').slice(0, maxSearchText);
	const day = readDay(query.get('day'));
	const until = readDay(query.get('until'));
	const price = query.get('price') ?? '';
	const view = views.find((each) => each === query.get('view')) ?? defaultFilters.view;
	// In a calendar, one day is chosen, never several.
	const isRange = view !== 'calendar' && day !== null && until !== null && until > day && until < tooLate;
	return {
		dayType: dayTypes.find((each) => each === query.get('day_type')) ?? defaultsOf(q).dayType,
		day: day === null || day >= tooLate ? null : day,
		until: isRange ? until : null,
		type: eventTypes.find((each) => each === query.get('type')) ?? defaultFilters.type,
		price: pricePattern.test(price) ? price : null,
		q,
		view,
		sort: sorts.find((each) => each === query.get('sort')) ?? defaultFilters.sort,
	};
}

/** Without filters, a city's page is its front page; with some, it is a list. */
export function hasFilters(search: string | URLSearchParams): boolean {
	const query = new URLSearchParams(search);
	return filterKeys.some((key) => (query.get(nameOf(key)) ?? '').trim() !== '');
}

/** Leaves defaults out, unless only they distinguish the list from the front page. */
export function cityQuery(filters: Partial<ListFilters>): [name: string, value: string][] {
	const defaults = defaultsOf(filters.q);
	const query = filterKeys.flatMap((key): [string, string][] => {
		const value = filters[key];
		const isMoot = key === (filters.day == null ? 'until' : 'dayType');
		return value == null || value === defaults[key] || isMoot ? [] : [[nameOf(key), value]];
	});
	return query.length === 0 && filters.dayType !== undefined ? [[nameOf('dayType'), filters.dayType]] : query;
}
