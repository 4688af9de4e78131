import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Event } from '../../../contract/event/event.ts';
import { personCall } from '../../../contract/list-calls.ts';
import { readFilters } from '../../../contract/list-filters.ts';
import { pagePath, pagePatterns, type Relation, readStart, relations } from '../../../contract/paths.ts';
import { paging, type RelationStatus, relationStatuses } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice, NotFoundPage } from '../../shared/error-notice.tsx';
import { meaningOfError } from '../../shared/errors.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { PageHeading } from '../../shared/page-heading.tsx';
import { usePageParams } from '../../shared/page-params.ts';
import { personKey, personQuery } from '../../shared/person-query.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { SignInButton } from '../../shared/session/sign-in-button.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { lazyPart } from '../../ui/lazy-component.tsx';
import { NeedsScripts } from '../../ui/placeholders.tsx';
import { useIsInBrowser } from '../../ui/use-in-browser.ts';
import { onChosenDays, ownQueries } from '../attendance/own-queries.ts';
import { MyCalendar } from '../calendar-export/my-calendar.tsx';
import { pagedQuery } from '../event/event-queries.ts';
import { CardList, EventCard, EventListSkeleton } from '../event-cards/event-card.tsx';
import { MorePages, maxAutomatic } from '../lists/show-more.tsx';
import { shownEvents } from '../lists/shown-events.ts';
import { PersonAgenda } from './person-agenda.tsx';
import css from './relation-page.module.css';

const nameOfRelation = (relation: Relation): string => m[`words_${relation}`]();
const statusNames = { ongoing: () => m.people_upcoming(), expired: () => m.words_past() } as const;

const calendar = 'calendar';
type Shown = RelationStatus | typeof calendar;
const nameOfShown = (shown: Shown) => (shown === calendar ? m.words_calendar() : statusNames[shown]());
const queriesOf = { ongoing: '', expired: '?status=expired', [calendar]: '?view=calendar' };

export function RelationPage() {
	const { id, relation: word } = usePageParams();
	const { userId } = useSession();
	const relation = relations.find((each) => each === word);
	if (relation === undefined) return <NotFoundPage />;
	if (id !== undefined) return <Lists id={id} relation={relation} isOwn={false} />;
	if (typeof userId === 'string') return <Lists id={userId} relation={relation} isOwn />;
	return (
		<div className={userId === null ? 'notice' : css.page}>
			<PageHeading title={m.words_my_events()} />
			<NeedsScripts />
			{userId === null ? <p>{m.session_needed()}</p> : <EventListSkeleton />}
			{userId === null && <SignInButton />}
		</div>
	);
}

function Lists({ id, relation, isOwn }: { id: string; relation: Relation; isOwn: boolean }) {
	const query = new URLSearchParams(useLocation().search);
	const status = relationStatuses.find((each) => each === query.get('status')) ?? 'ongoing';
	const isCalendar = isOwn && readFilters(query).view === calendar && relation !== 'created';
	const shown: Shown = isCalendar ? calendar : status;
	const { data: person, error } = useQuery({ ...personQuery(id, usePageData()), enabled: !isOwn });
	if (meaningOfError(error) === 'absent') return <NotFoundPage />;
	const name = nameOfRelation(relation);
	const title = person ? m.words_people_of({ name: person.name }) : name;
	const heading = isOwn ? m.words_my_events() : title;
	const isPast = status === 'expired' && relation !== 'created';
	const documentTitle = [isPast && statusNames.expired(), name, heading !== name && heading]
		.filter(Boolean)
		.join(' · ');
	const path = (next: Relation) => (isOwn ? pagePath.me(next) : pagePath.user(id, next));
	return (
		<div className={css.page}>
			<div className={`row ${css.head}`}>
				<PageHeading title={heading} documentTitle={documentTitle} />
				{isOwn && <MyCalendar />}
			</div>
			<FilterChips
				label={m.people_which()}
				options={relations}
				current={relation}
				name={nameOfRelation}
				path={path}
			/>
			{relation !== 'created' && (
				<FilterChips
					label={m.events_when()}
					options={isOwn ? [...relationStatuses, calendar] : relationStatuses}
					current={shown}
					name={nameOfShown}
					path={(each) => `${path(relation)}${queriesOf[each]}`}
				/>
			)}
			{isOwn && relation !== 'created' ? (
				<OwnList key={status} relation={relation} shown={shown} />
			) : (
				<PersonList key={status} {...{ id, relation, status, isOwn }} />
			)}
		</div>
	);
}

const OwnCalendar = lazyPart(() => import('./own-calendar.tsx'), 'OwnCalendar', <LoadingList />);

/** Limits pages in addition to events, because a service may send short pages. */
const maxAgendaPages = 10;

const pageSizeOf = (relation: Relation) => (relation === 'created' ? paging.maxCount : paging.defaultCount);

function OwnList({ relation, shown }: { relation: Exclude<Relation, 'created'>; shown: Shown }) {
	const status = shown === calendar ? 'ongoing' : shown;
	const { data, error, isLoadingError, refetch } = useQuery(ownQueries.events(relation, status));
	const relations = useQuery(ownQueries.relations(status));
	if (isLoadingError) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	// Events are listed under the days that the person chose.
	if (data === undefined || (relations.isPending && relations.failureCount === 0)) return <LoadingList />;
	const { events, isComplete } = data;
	const upcoming = onChosenDays(events, relations.data);
	if (shown === calendar) return <OwnCalendar {...{ relation, upcoming }} />;
	return (
		<>
			<Count shown={events.length} total={isComplete ? events.length : null} />
			<PersonAgenda {...{ events, isComplete, relation }} isOwn isPast={status === 'expired'} />
		</>
	);
}

interface PersonListProps {
	id: string;
	relation: Relation;
	status: RelationStatus;
	isOwn: boolean;
}

function PersonList({ id, isOwn, relation, status }: PersonListProps) {
	const start = readStart(useLocation().search);
	const query = useInfiniteQuery(
		pagedQuery<Event>(
			[...personKey(id), relation, status],
			(range) => personCall(id, relation, status, range),
			{ start, count: pageSizeOf(relation) },
			usePageData(),
		),
	);
	const isInBrowser = useIsInBrowser();
	// A person's lists include events that are over.
	const { pages = [], end } = query.data ?? {};
	const { events, total } = shownEvents(pages, null, query.hasNextPage);
	const isAgenda = relation === 'created';
	// The next event may be on the last page: the order of a service's lists is not specified.
	const loadsRest =
		isAgenda &&
		query.hasNextPage &&
		!query.error &&
		pages.length < maxAgendaPages &&
		events.length < maxAutomatic;
	const { fetchNextPage } = query;
	/** How many pages are loaded, if the next one is to be loaded now. */
	const loaded = loadsRest && !query.isFetching ? pages.length : null;
	useEffect(() => {
		if (loaded !== null) void fetchNextPage({ cancelRefetch: false });
	}, [loaded, fetchNextPage]);
	if (query.isLoadingError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
	if (query.data === undefined || (loadsRest && isInBrowser)) return <LoadingList />;
	return (
		<>
			<Count shown={events.length} total={total} hasMore={query.hasNextPage} />
			{isAgenda ? (
				<PersonAgenda {...{ events, relation, isOwn }} isComplete={!query.hasNextPage} isPast={false} />
			) : (
				<CardList events={events} className={`grid ${css.list}`}>
					{(event, index) => <EventCard event={event} isFirst={index === 0} headingLevel={2} hasCity />}
				</CardList>
			)}
			<MorePages
				query={query}
				shown={events.length}
				total={total}
				end={end}
				pageSize={pageSizeOf(relation)}
				isAutomatic
			/>
		</>
	);
}

function LoadingList() {
	return (
		<div className={css.list}>
			<p role="status" className="hidden">
				{m.app_loading()}
			</p>
			<EventListSkeleton />
		</div>
	);
}

interface CountProps {
	shown: number;
	/** Null if unknown. */
	total: number | null;
	hasMore?: boolean;
}

function Count({ shown, total, hasMore = false }: CountProps) {
	const count = total === null ? m.events_found_so_far : m.events_found;
	if (shown > 0 || hasMore) return <p role="status">{count({ count: total ?? shown })}</p>;
	return (
		<div className="notice">
			<p role="status">{m.people_none()}</p>
			<a className="button" href={pagePatterns.home}>
				{m.people_find()}
			</a>
		</div>
	);
}
