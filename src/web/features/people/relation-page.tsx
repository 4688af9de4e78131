/** `/me/…` and `/users/:id/…`: the events a person created, goes to, or is interested in. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { relationStatuses } from '../../../contract/filters.ts';
import { addressOf, type Relation, relations } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { m } from '../../i18n/generated/messages.js';
import controls from '../../ui/controls.module.css';
import { PageHeading } from '../../ui/page-heading.tsx';
import { MyCalendar } from '../calendar-export/my-calendar.tsx';
import { EventCard } from '../events/event-card.tsx';
import { readEvent } from '../events/event-view.ts';
import { FilterChips } from '../events/filter-chips.tsx';
import { SignInButton } from '../session/session-menu.tsx';
import { useSession } from '../session/session-provider.tsx';
import css from './people.module.css';
import { peopleQueries } from './queries.ts';

const relationWords: Record<Relation, () => string> = {
	participated: m.people_participated,
	wished: m.people_wished,
	created: m.people_created,
};
const statusWords = { ongoing: m.people_ongoing, expired: m.people_expired } as const;

export function RelationPage() {
	const { id, relation: word } = useParams();
	const { userId } = useSession();
	const relation = relations.find((each) => each === word);
	if (relation === undefined) return <NotFoundPage />;
	if (id !== undefined) return <Lists key={id} id={id} relation={relation} isOwn={false} />;
	if (userId === undefined) return <p role="status">{m.app_loading()}</p>;
	return userId === null ? <SignInFirst /> : <Lists id={userId} relation={relation} isOwn />;
}

function SignInFirst() {
	return (
		<div className={controls.notice}>
			<PageHeading title={m.people_mine()} />
			<p>{m.session_needed()}</p>
			<SignInButton />
		</div>
	);
}

function Lists({ id, relation, isOwn }: { id: string; relation: Relation; isOwn: boolean }) {
	const [query] = useSearchParams();
	const status = relationStatuses.find((each) => each === query.get('status')) ?? 'ongoing';
	const { data: name } = useQuery({ ...peopleQueries.name(id), enabled: !isOwn });
	const address = (next: Relation) => (isOwn ? addressOf.me(next) : addressOf.user(id, next));
	return (
		<div className={css.page}>
			<PageHeading
				title={isOwn ? m.people_mine() : m.people_of({ name: name ?? id })}
				className={css.title}
			/>
			<FilterChips
				label={m.people_which()}
				options={relations}
				current={relation}
				name={(each) => relationWords[each]()}
				address={address}
			/>
			{relation !== 'created' && (
				<FilterChips
					label={m.people_status()}
					options={relationStatuses}
					current={status}
					name={(each) => statusWords[each]()}
					address={(each) => `${address(relation)}${each === 'ongoing' ? '' : `?status=${each}`}`}
				/>
			)}
			<EventsOf key={`${relation} ${status}`} id={id} relation={relation} status={status} isOwn={isOwn} />
			{isOwn && <MyCalendar />}
		</div>
	);
}

interface EventsOfProps {
	id: string;
	relation: Relation;
	status: (typeof relationStatuses)[number];
	isOwn: boolean;
}

function EventsOf({ id, relation, status, isOwn }: EventsOfProps) {
	const list = useInfiniteQuery(peopleQueries.events(relation, id, status, isOwn));
	if (list.error && list.data === undefined)
		return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
	if (list.data === undefined || (isOwn && list.isFetching && !list.isFetchingNextPage))
		return <p role="status">{m.app_loading()}</p>;
	const events = [
		...new Map(
			list.data.pages.flatMap((page) => page.events).map((event) => [event.id, readEvent(event)]),
		).values(),
	];
	return (
		<>
			<p role="status">{m.events_found({ count: list.data.pages.at(-1)?.total ?? 0 })}</p>
			{events.length === 0 && (
				<div className={controls.notice}>
					<p>{m.people_none()}</p>
					<Link className={controls.button} to="/">
						{m.people_find()}
					</Link>
				</div>
			)}
			<ul className={css.grid}>
				{events.map((event, index) => (
					<li key={event.id}>
						<EventCard event={event} isEarly={index < 2} headingLevel={2} />
					</li>
				))}
			</ul>
			{list.hasNextPage && (
				<button
					type="button"
					className={controls.button}
					disabled={list.isFetchingNextPage}
					onClick={() => void list.fetchNextPage()}
				>
					{m.events_more()}
				</button>
			)}
		</>
	);
}
