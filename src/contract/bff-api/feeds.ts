/** URLs of a city's events for calendars, feed readers and other sites. */
import type { DayType, EventType } from '../spec/filters.ts';
import type { Locale } from './preferences.ts';

export const feedTypes = {
	ics: 'text/calendar',
	atom: 'application/atom+xml',
	json: 'application/feed+json',
} as const;
export type FeedFormat = keyof typeof feedTypes;

export interface FeedFilters {
	dayType: DayType;
	type: EventType;
	locale: Locale;
}

/** Leaves out the routes' defaults: all types, English. */
const queryOf = ({ dayType, type, locale }: FeedFilters) =>
	new URLSearchParams({
		day_type: dayType,
		...(type === 'all' ? {} : { type }),
		...(locale === 'en' ? {} : { lang: locale }),
	});

export const feedPath = (uid: string, format: FeedFormat, filters: FeedFilters): string =>
	`/feeds/cities/${encodeURIComponent(uid)}.${format}?${queryOf(filters)}`;

export const embedPath = (uid: string, filters: FeedFilters): string =>
	`/embed/cities/${encodeURIComponent(uid)}?${queryOf(filters)}`;
