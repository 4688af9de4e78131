import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { NamedBySearch, SearchResponse } from '../../../contract/bff-api/search.ts';
import { type Event, venueFirst } from '../../../contract/event/event.ts';
import { initialsOf } from '../../../contract/event/initials.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { type ListFilters, unfiltered } from '../../../contract/list-filters.ts';
import { pagePath, readStart } from '../../../contract/paths.ts';
import { listTitle } from '../../../contract/words/list-title.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useClock } from '../../shared/now.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { moveByArrowKeys } from '../../ui/arrow-keys.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Poster } from '../../ui/poster.tsx';
import { CardList, EventCard } from '../event-cards/event-card.tsx';
import { indexQueries } from '../lists/index-queries.ts';
import { nameOfType, useDayName } from '../lists/list-names.tsx';
import { countOf, useListReport } from '../lists/list-report.ts';
import { NearestDays } from '../lists/nearest-days.tsx';
import { MorePages } from '../lists/show-more.tsx';
import { findTerms, MarkedText } from './marked-text.tsx';
import css from './search.module.css';
import { hasWords } from './search-box.tsx';
import { SearchNote } from './search-note.tsx';

export function SearchResults({ city, filters }: { city: Loc; filters: ListFilters }) {
	const now = useClock();
	const start = readStart(useLocation().search);
	const query = useInfiniteQuery(indexQueries.search(city.uid, filters, now, usePageData(), start));
	/** Stale results belong to the previous words. */
	const { data, isPlaceholderData: isStale } = query;
	const { hits, events = [], end, total = 0, index } = data ?? {};
	// Results for these words, however old, are better than an error.
	const error = hits === undefined || isStale ? query.error : null;
	const q = filters.q.trim();
	const isNone = hits?.length === 0 && !isStale;
	const suggestion = isStale ? null : (index?.suggestion ?? null);
	const isUnknown = error === null && (hits === undefined || isStale);
	const count = isUnknown ? m.app_loading() : index === undefined ? '' : countOf({ ...index, total }, q);
	useListReport({ count, events, found: isStale ? null : (index ?? null) });
	if (error !== null) return <ErrorNotice error={error} onRetry={() => void query.refetch()} />;
	return (
		<>
			{suggestion !== null && (
				<p>
					<a href={pagePath.city(city.uid, { ...filters, q: suggestion })}>
						{m.discover_did_you_mean({ q: suggestion })}
					</a>
				</p>
			)}
			{!isStale && index !== undefined && <NamedResults uid={city.uid} named={index.named} />}
			{isNone && <NoResults city={city} filters={filters} index={index} />}
			{!isNone && !isStale && <NearestDays city={city} filters={filters} found={index} />}
			<SearchNote index={index} />
			<CardList events={events}>
				{(event, place) => {
					const { terms = [], snippet = null } = hits?.[place] ?? {};
					return (
						<EventCard
							event={event}
							isFirst={place === 0}
							headingLevel={2}
							words={{
								title: <MarkedText text={event.title} terms={terms} />,
								address: <MarkedText text={venueFirst(event)} terms={terms} />,
								note: index?.words !== '' && foundIn(event, terms, snippet),
							}}
						/>
					);
				}}
			</CardList>
			{hits !== undefined && <MorePages query={query} shown={hits.length} total={total} end={end} />}
		</>
	);
}

interface NoResultsProps {
	city: Loc;
	filters: ListFilters;
	index: SearchResponse | undefined;
}

/** Names the active filters, and links to the same search without them, or to all events. */
function NoResults({ city, filters, index }: NoResultsProps) {
	const isReading = index?.is_reading === true;
	const typed = filters.q.trim();
	const q = index?.words || typed;
	const dayName = useDayName();
	const { dayType, day } = filters;
	const days = [
		...(dayType !== unfiltered.dayType || day !== null ? [dayName(filters)] : []),
		...(index?.when ? [index.when.text] : []),
		...(index?.price ? [index.price.text] : []),
	].join(' · ');
	const price = index?.price ? null : filters.price;
	const names = listTitle('', { ...filters, price }, days, (key) => m[key]());
	const isFiltered = names !== '' && hasWords(q);
	const none = names === '' ? m.discover_none({ q }) : m.discover_none_filtered({ q, filters: names });
	return (
		<div className="notice">
			<p role="status">
				{!hasWords(typed) ? m.discover_no_words() : isReading ? m.discover_none_yet({ q }) : none}
			</p>
			<NearestDays city={city} filters={filters} found={index} />
			{!isReading && (
				<a className="button" href={pagePath.city(city.uid, { ...unfiltered, q: isFiltered ? q : '' })}>
					{isFiltered ? m.discover_try_all() : m.events_try_future()}
				</a>
			)}
		</div>
	);
}

/** Why an event matched, if the title and address don't show it: organizer, text or type. */
function foundIn({ owner, title, address, type }: Event, terms: readonly string[], snippet: string | null) {
	const matches = (text: string) => findTerms(text, terms).length > 0;
	if (snippet !== null)
		return (
			<bdi>
				<MarkedText text={snippet} terms={terms} />
			</bdi>
		);
	if (owner !== null && matches(owner.name))
		return (
			<>
				{m.events_by()} <MarkedText text={owner.name} terms={terms} />
			</>
		);
	if (matches(title) || matches(address) || type === null) return null;
	return (
		<>
			{m.events_type()}: <mark>{nameOfType(type)}</mark>
		</>
	);
}

/** What a search names, as links with images. */
function namedLinks(uid: string, { types, venues, organizers, cities = [] }: NamedBySearch) {
	const counted = (kind: string, count: number) => `${kind} · ${m.events_found({ count })}`;
	/** Without a label, the link has the name. */
	const plain = { label: null, avatar: null, poster: null, type: null };
	return [
		...cities.map(({ uid: other, name, q }) => {
			const to = q === '' ? pagePath.city(other) : pagePath.search(other, { q });
			return { ...plain, to, name, label: m.discover_in_city({ city: name }), kind: q };
		}),
		...types.map(({ type, poster }) => {
			const to = pagePath.city(uid, { dayType: 'future', type });
			return { ...plain, to, name: nameOfType(type), kind: m.events_type(), poster, type };
		}),
		...venues.map(({ name, count, poster }) => {
			const to = pagePath.search(uid, { q: name });
			return { ...plain, to, name, kind: counted(m.discover_venue(), count), poster };
		}),
		...organizers.map(({ person: { id, name, avatar }, count, poster }) => {
			const to = pagePath.user(id, 'created');
			return { ...plain, to, name, kind: counted(m.discover_organizer(), count), poster, avatar };
		}),
	];
}

const sizePx = 44;

function NamedResults({ uid, named }: { uid: string; named: NamedBySearch }) {
	const { types: offered } = usePageData().settings.brand;
	const types = named.types.filter(({ type }) => offered.includes(type));
	const links = namedLinks(uid, { ...named, types });
	if (links.length === 0) return null;
	return (
		<ul className="chips" aria-label={m.discover_named()} onKeyDown={moveByArrowKeys}>
			{links.map(({ to, name, label, kind, avatar, poster, type }) => {
				const image = { source: poster, type, mark: initialsOf(name), day: '' };
				return (
					<li key={to}>
						<a className={css.named} href={to}>
							<Avatar
								source={avatar}
								size={sizePx}
								placeholder={
									<span className={css.image}>
										<Poster {...image} alt="" sizes={`${sizePx}px`} />
									</span>
								}
							/>
							<span>
								<b dir="auto" lang={langOf(label ?? name)}>
									{label ?? name}
								</b>
								<small>{kind}</small>
							</span>
						</a>
					</li>
				);
			})}
		</ul>
	);
}
