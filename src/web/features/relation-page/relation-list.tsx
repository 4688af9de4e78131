/** One list of a person's events. */

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigationType } from 'react-router';
import { pagePatterns, type Relation } from '../../../contract/paths.ts';
import type { RelationStatus } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import controls from '../../ui/controls.module.css';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { CardList, EventListSkeleton } from '../event/card-list.tsx';
import { EventCard } from '../event/event-card.tsx';
import { ShowMore } from '../event/show-more.tsx';
import { shownEvents } from '../event/shown-events.ts';
import { OwnAgenda } from './own-agenda.tsx';
import css from './relation-page.module.css';
import { relationQueries } from './relation-queries.ts';

interface RelationListProps {
	id: string;
	relation: Relation;
	status: RelationStatus;
	isOwn: boolean;
}

export function RelationList({ id, relation, status, isOwn }: RelationListProps) {
	const options = relationQueries.events(id, relation, status, isOwn);
	const query = useInfiniteQuery(options);
	const client = useQueryClient();
	const isBack = useNavigationType() === 'POP';
	// One's own list is read anew on each visit. Back at it, it stands as it was left, unless the person has changed it since.
	const isOutdated = !isBack || client.getQueryState(options.queryKey)?.isInvalidated === true;
	const isReadAnew = isOwn && query.isFetching && !query.isFetchingNextPage;
	if (query.error && query.data === undefined)
		return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
	if (query.data === undefined || (isReadAnew && isOutdated))
		return (
			<div className={css.list}>
				<p role="status" className={controls.hidden}>
					{m.app_loading()}
				</p>
				<EventListSkeleton />
			</div>
		);
	// What is over belongs to the person's lists: nothing is left out for it.
	const { events, total } = shownEvents(query.data.pages, null, query.hasNextPage);
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
			{isOwn && relation !== 'created' ? (
				<OwnAgenda events={events} isPast={status === 'expired'} isGoing={relation === 'participated'} />
			) : (
				<CardList events={events} className={css.list}>
					{(event, index) => (
						<EventCard event={event} Badge={OwnRelationBadge} isFirst={index === 0} headingLevel={2} />
					)}
				</CardList>
			)}
			{query.error && <ErrorNotice error={query.error} onRetry={() => void query.fetchNextPage()} />}
			{query.hasNextPage && !query.error && (
				<ShowMore
					shown={events.length}
					total={total}
					isLoading={query.isFetchingNextPage}
					isAutomatic
					onMore={() => void query.fetchNextPage()}
				/>
			)}
		</>
	);
}
