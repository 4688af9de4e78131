/** A city's list in the service's order: what it shows, and how much of it. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { nextStart } from '../../../contract/event/lists.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { type ListFilters, readStart } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useNow } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { eventQueries } from '../event/event-queries.ts';
import { shownEvents } from '../event/shown-events.ts';

/** After so many pages in a row without anything to show, the next one is loaded only by the button: each is a call. */
const maxEmptyPages = 5;

export function useCityList(city: Loc, filters: ListFilters) {
	const now = useNow();
	const first = readStart(useLocation().search);
	const list = useInfiniteQuery(eventQueries.list({ locId: city.id, ...filters }, usePageData(), first));
	const shown = shownEvents(list.data?.pages ?? [], now, list.hasNextPage);
	/** Whether more is loaded by itself. */
	const goesOn = list.hasNextPage && !list.error && shown.emptyPages < maxEmptyPages;
	const { pages = [], pageParams = [] } = list.data ?? {};
	/** Where the page after these begins. */
	const next = nextStart(pages, (pageParams.at(-1) as number | undefined) ?? first);
	return { list, ...shown, goesOn, next };
}

/** The number of its events, in words; nothing where that would be none, which the list says itself. */
export function CityListCount({ city, filters }: { city: Loc; filters: ListFilters }) {
	const { list, events, total, goesOn } = useCityList(city, filters);
	if (list.data === undefined ? !list.error : events.length === 0 && goesOn) return m.app_loading();
	if (events.length === 0) return null;
	const count = total === null ? m.events_found_so_far : m.events_found;
	return count({ count: total ?? events.length });
}
