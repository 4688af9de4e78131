/** What fits the words of the address, best first, with the fitting words marked. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EventList, Loc } from '../../../contract/resources.ts';
import type { ListFilters } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { useNow } from '../../i18n/now.ts';
import controls from '../../ui/controls.module.css';
import grid from '../events/city-page.module.css';
import { EventCard } from '../events/event-card.tsx';
import { type EventView, readEvent } from '../events/event-view.ts';
import css from './discover.module.css';
import { discoverQueries } from './queries.ts';

interface Shown {
	event: EventView;
	terms: readonly string[];
}

export function SearchResults({ city, filters }: { city: Loc; filters: ListFilters }) {
	const now = useNow();
	return now === null ? null : <Results city={city} filters={filters} now={now} />;
}

function Results({ city, filters, now }: { city: Loc; filters: ListFilters; now: string }) {
	const { locale } = useLocale();
	const search = useQuery(discoverQueries.search(city.uid, filters, now));
	const loaded = useLoadedEvents(city.id);
	const q = filters.q.trim();

	if (search.data === undefined && search.error === null)
		return (
			<p role="status" className={grid.count}>
				{m.app_loading()}
			</p>
		);
	const fallback = search.error === null ? undefined : fitting(loaded, q);
	if (search.error !== null && fallback?.length === 0)
		return <ErrorNotice error={search.error} onRetry={() => void search.refetch()} />;
	const shown: readonly Shown[] =
		fallback ?? (search.data?.hits ?? []).map(({ event, terms }) => ({ event: readEvent(event), terms }));
	const total = fallback?.length ?? search.data?.total ?? 0;
	return (
		<>
			<p role="status" className={grid.count}>
				{m.discover_found({ count: total, q })}
			</p>
			{shown.length === 0 && <p className={controls.notice}>{m.discover_none({ q })}</p>}
			<ul className={grid.grid} data-stale={search.isPlaceholderData || undefined}>
				{shown.map(({ event, terms }, index) => (
					<li key={event.id}>
						<EventCard event={event} isEarly={index < 4} headingLevel={2} marked={terms} />
					</li>
				))}
			</ul>
			<p className={css.note}>
				{fallback !== undefined
					? m.discover_fallback()
					: search.data !== undefined &&
						m.discover_freshness({
							indexed: search.data.indexed,
							listed: search.data.listed,
							time: new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', {
								timeStyle: 'short',
							}).format(new Date(search.data.indexed_at)),
						})}
			</p>
		</>
	);
}

/** Every event of a city's lists that this visit has loaded. */
function useLoadedEvents(locId: string): EventView[] {
	const client = useQueryClient();
	const lists = client.getQueriesData<{ pages: EventList[] }>({ queryKey: ['events', 'list', locId] });
	const events = lists.flatMap(([, data]) => data?.pages ?? []).flatMap((page) => page.events);
	return [...new Map(events.map((event) => [event.id, readEvent(event)])).values()];
}

/** Plain search, for when the BFF's is not there: every word must be in title, place or owner. */
function fitting(events: readonly EventView[], q: string): Shown[] {
	const words = q.toLowerCase().split(/\s+/);
	return events
		.filter(({ title, address, owner }) => {
			const text = `${title} ${address} ${owner?.name ?? ''}`.toLowerCase();
			return words.every((word) => text.includes(word));
		})
		.map((event) => ({ event, terms: words }));
}
