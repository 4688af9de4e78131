/** What fits the words of the address, best first, with the fitting words marked. */
import type { Loc } from '../../../contract/resources.ts';
import type { ListFilters } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { useLocale } from '../../i18n/locale.tsx';
import { useNow } from '../../i18n/now.ts';
import controls from '../../ui/controls.module.css';
import grid from '../events/city-page.module.css';
import { EventCard } from '../events/event-card.tsx';
import type { EventView } from '../events/event-view.ts';
import css from './discover.module.css';
import { findTerms, MarkedText } from './marked-text.tsx';
import { type SearchState, useSearch } from './use-search.ts';

export function SearchResults({ city, filters }: { city: Loc; filters: ListFilters }) {
	const now = useNow();
	return now === null ? null : <Results city={city} filters={filters} now={now} />;
}

function Results({ city, filters, now }: { city: Loc; filters: ListFilters; now: string }) {
	const search = useSearch(city, filters, now);
	const q = filters.q.trim();
	const { found, total, more } = search;
	if (search.error !== null) return <ErrorNotice error={search.error} onRetry={search.retry} />;
	return (
		<>
			<p role="status" className={grid.count}>
				{found === undefined ? m.app_loading() : m.discover_found({ count: total, q })}
			</p>
			{found?.length === 0 && !search.isStale && <p className={controls.notice}>{m.discover_none({ q })}</p>}
			<ul className={grid.grid} data-stale={search.isStale || undefined}>
				{found?.map(({ event, terms }, index) => (
					<li key={event.id}>
						<EventCard
							event={event}
							isEarly={index < 4}
							headingLevel={2}
							words={{
								title: <MarkedText text={event.title} terms={terms} />,
								address: <MarkedText text={event.address} terms={terms} />,
								note: <FoundIn event={event} terms={terms} />,
							}}
						/>
					</li>
				))}
			</ul>
			{more !== null && found !== undefined && (
				<div className={grid.more}>
					<p>{m.events_shown({ shown: found.length, total })}</p>
					<button type="button" className={controls.button} disabled={more.isLoading} onClick={more.load}>
						{more.isLoading ? m.app_loading() : m.events_more()}
					</button>
				</div>
			)}
			<SearchNote search={search} />
		</>
	);
}

/** Why an event is among the hits, when neither its title nor its place shows it. */
function FoundIn({ event, terms }: { event: EventView; terms: readonly string[] }) {
	const name = event.owner?.name ?? '';
	const fits = (text: string) => findTerms(text, terms).length > 0;
	if (fits(name)) {
		return (
			<>
				{m.events_by()} <MarkedText text={name} terms={terms} />
			</>
		);
	}
	return fits(event.title) || fits(event.address) || terms.length === 0 ? null : m.discover_in_text();
}

/** How much was searched, and how old that is. */
export function SearchNote({ search: { state, found } }: { search: SearchState }) {
	const { locale } = useLocale();
	if (found === undefined) return null;
	if (state === null) return <p className={css.note}>{m.discover_fallback()}</p>;
	const time = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', { timeStyle: 'short' }).format(
		new Date(state.indexed_at),
	);
	return (
		<p className={css.note}>
			{m.discover_freshness({ indexed: state.indexed, listed: state.listed, time })}{' '}
			{!state.is_complete && m.discover_reading()}
		</p>
	);
}
