import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigationType } from 'react-router';
import { nextStart } from '../../../contract/event/lists.ts';
import { pagePatterns, type Relation } from '../../../contract/paths.ts';
import { paging, type RelationStatus } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { callOperation } from '../../shared/call.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { personKey } from '../../shared/person-query.ts';
import controls from '../../ui/controls.module.css';
import { attendanceKeys, attendanceQueries, findEvent } from '../attendance/attendance-queries.ts';
import { withRecentItems } from '../attendance/recent-changes.ts';
import list from '../event/event-list.module.css';
import { showAtOnce } from '../event/event-queries.ts';
import { MorePages, maxAutomatic } from '../event/show-more.tsx';
import { shownEvents } from '../event/shown-events.ts';
import { CardList, EventListSkeleton } from '../event-cards/card-list.tsx';
import { EventCard } from '../event-cards/event-card.tsx';
import { PersonAgenda } from './person-agenda.tsx';
import css from './relation-page.module.css';

/** Limits the pages as well, because a service may send short ones. */
const maxAgendaPages = 10;

const isAgenda = (relation: Relation, isOwn: boolean) => isOwn || relation === 'created';

const eventsQuery = (id: string, relation: Relation, status: RelationStatus, isOwn: boolean) => {
	const own = { userId: id, relation: relation === 'wished' ? 'wished' : 'joined', status } as const;
	return infiniteQueryOptions({
		queryKey: [...(isOwn ? attendanceKeys.events(id) : personKey(id)), relation, status],
		queryFn: async ({ client, pageParam: start, signal }) => {
			const count = isAgenda(relation, isOwn) ? paging.maxCount : paging.defaultCount;
			const input = { id, start, count };
			if (relation === 'created') return callOperation('listCreatedEvents', input, { signal });
			const name = relation === 'participated' ? 'listParticipatedEvents' : 'listWishedEvents';
			const page = await callOperation(name, { ...input, status }, { signal });
			if (!isOwn) return page;
			showAtOnce(client, page.items);
			// Once, on the first page.
			const find = async (event: string) => (start === 0 ? findEvent(client, event) : undefined);
			return { ...page, items: await withRecentItems(own, page.items, find) };
		},
		initialPageParam: 0,
		getNextPageParam: (_last, pages, asked) => nextStart(pages, asked),
		// A person's own lists change as they act, so refetch on every visit.
		...(isOwn && { staleTime: 0 }),
		refetchOnWindowFocus: isOwn,
	});
};

interface RelationListProps {
	id: string;
	relation: Relation;
	status: RelationStatus;
	isOwn: boolean;
}

export function RelationList({ id, relation, status, isOwn }: RelationListProps) {
	const options = eventsQuery(id, relation, status, isOwn);
	const query = useInfiniteQuery(options);
	const client = useQueryClient();
	const isOwnWishes = isOwn && relation === 'wished';
	const own = useQuery({ ...attendanceQueries.relations(id, status), enabled: isOwnWishes });
	const isBack = useNavigationType() === 'POP';
	// On Back, shows an own list as it was left, unless changed since. Other visits wait for the refetch.
	const isOutdated = !isBack || client.getQueryState(options.queryKey)?.isInvalidated === true;
	const isReadAnew = isOwn && query.isFetching && !query.isFetchedAfterMount;
	// A person's lists include events that are over.
	const pages = query.data?.pages ?? [];
	const { events: listed, total: listedTotal } = shownEvents(pages, null, query.hasNextPage);
	// The next event may be on the last page: the order of a service's lists is not specified.
	const loadsRest =
		isAgenda(relation, isOwn) &&
		query.hasNextPage &&
		!query.error &&
		pages.length < maxAgendaPages &&
		listed.length < maxAutomatic;
	useEffect(() => {
		if (loadsRest && !query.isFetching) void query.fetchNextPage({ cancelRefetch: false });
	});
	if (query.isLoadingError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
	if (query.data === undefined || loadsRest || (isReadAnew && isOutdated))
		return (
			<div className={css.list}>
				<p role="status" className={controls.hidden}>
					{m.app_loading()}
				</p>
				<EventListSkeleton />
			</div>
		);
	// Going implies interest.
	const events = isOwnWishes ? listed.filter((event) => own.data?.[event.id]?.joined !== true) : listed;
	const total = listedTotal === null ? null : listedTotal - (listed.length - events.length);
	const isNone = events.length === 0 && !query.hasNextPage;
	const count = total === null ? m.events_found_so_far : m.events_found;
	return (
		<>
			{!isNone && <p role="status">{count({ count: total ?? events.length })}</p>}
			{isNone && (
				<div className={controls.notice}>
					<p role="status">{m.people_none()}</p>
					<Link className={controls.button} to={pagePatterns.home}>
						{m.people_find()}
					</Link>
				</div>
			)}
			{isAgenda(relation, isOwn) ? (
				<PersonAgenda
					{...{ events, relation, isOwn }}
					isComplete={!query.hasNextPage}
					isPast={relation !== 'created' && status === 'expired'}
				/>
			) : (
				<CardList events={events} className={`${list.grid} ${css.list}`}>
					{(event, index) => <EventCard event={event} isFirst={index === 0} headingLevel={2} hasCity />}
				</CardList>
			)}
			<MorePages query={query} shown={events.length} total={total} isAutomatic />
		</>
	);
}
