import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { apiPath } from '../../../contract/bff-api/api.ts';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import type { Event } from '../../../contract/event/event.ts';
import { type List, type PageRange, pagerOf } from '../../../contract/event/lists.ts';
import { personCall } from '../../../contract/list-calls.ts';
import { pagePatterns, type Relation, readStart } from '../../../contract/paths.ts';
import { paging, type RelationStatus } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { callOperation } from '../../shared/call.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { personKey } from '../../shared/person-query.ts';
import { lazyPart } from '../../ui/lazy-component.tsx';
import { Link } from '../../ui/link.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { ownQueries } from '../attendance/own-queries.ts';
import { onChosenDays } from '../attendance/upcoming.ts';
import { CardList, EventListSkeleton } from '../event-cards/card-list.tsx';
import { EventCard } from '../event-cards/event-card.tsx';
import { MorePages, maxAutomatic } from '../lists/show-more.tsx';
import { shownEvents } from '../lists/shown-events.ts';
import { PersonAgenda } from './person-agenda.tsx';
import css from './relation-page.module.css';

const OwnCalendar = lazyPart(() => import('./own-calendar.tsx'), 'OwnCalendar', <LoadingList />);

/** A limit on events alone would not do: a service may send short pages. */
const maxAgendaPages = 10;

const pageSizeOf = (relation: Relation) => (relation === 'created' ? paging.maxCount : paging.defaultCount);

const personQuery = (
	{ id, relation, status }: Omit<RelationListProps, 'isOwn' | 'isCalendar'>,
	page: PageData,
	start: number,
) => {
	const firstPage: PageRange = { start, count: pageSizeOf(relation) };
	return infiniteQueryOptions({
		queryKey: [...personKey(id), relation, status, start],
		queryFn: ({ pageParam, signal }) => {
			const { operation, parameters } = personCall(id, relation, status, pageParam);
			return callOperation(operation, parameters, { signal });
		},
		initialPageParam: firstPage,
		getNextPageParam: (_last, pages, _range, ranges) => pagerOf(pages, ranges).next,
		initialData: () => {
			const response = page.responses[apiPath(personCall(id, relation, status, firstPage))] as
				| List<Event>
				| undefined;
			return response && { pages: [response], pageParams: [firstPage] };
		},
		meta: { isPageContent: true },
	});
};

interface RelationListProps {
	id: string;
	relation: Relation;
	status: RelationStatus;
	isOwn: boolean;
	isCalendar: boolean;
}

export const RelationList = ({ isOwn, relation, ...props }: RelationListProps) =>
	isOwn && relation !== 'created' ? (
		<OwnList relation={relation} {...props} />
	) : (
		<PersonList {...{ isOwn, relation }} {...props} />
	);

interface OwnListProps extends Pick<RelationListProps, 'status' | 'isCalendar'> {
	relation: Exclude<Relation, 'created'>;
}

function OwnList({ relation, isCalendar, ...props }: OwnListProps) {
	const status = isCalendar ? 'ongoing' : props.status;
	const { data, error, isLoadingError, refetch } = useQuery(ownQueries.events(relation, status));
	const relations = useQuery(ownQueries.relations(status));
	if (isLoadingError) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	// The chosen days decide where events are.
	if (data === undefined || (relations.isPending && relations.failureCount === 0)) return <LoadingList />;
	const { events, isComplete } = data;
	if (isCalendar) return <OwnCalendar events={onChosenDays(events, relations.data)} />;
	return (
		<>
			<Count shown={events.length} total={isComplete ? events.length : null} />
			<PersonAgenda {...{ events, isComplete, relation }} isOwn isPast={status === 'expired'} />
		</>
	);
}

function PersonList(props: RelationListProps) {
	const { isOwn, relation } = props;
	const start = readStart(useLocation().search);
	const query = useInfiniteQuery(personQuery(props, usePageData(), start));
	const isInBrowser = useInBrowser();
	// A person's lists include events that are over.
	const { pages = [], pageParams = [] } = query.data ?? {};
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
				end={pagerOf(pages, pageParams as PageRange[]).end}
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
			<Link className="button" to={pagePatterns.home}>
				{m.people_find()}
			</Link>
		</div>
	);
}
