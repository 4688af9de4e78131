/** The list of a city: grows by a button or by being scrolled to, tells how many there are, and never ends in nothing. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Loc } from '../../../contract/resources.ts';
import { addressOf, type ListFilters } from '../../app/addresses.ts';
import { ErrorNotice } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { phaseOf, useNow } from '../../i18n/now.ts';
import { usePageData } from '../../service/page-data.tsx';
import controls from '../../ui/controls.module.css';
import css from './city-page.module.css';
import { EventCard, EventCardSkeleton } from './event-card.tsx';
import { type EventView, readEvent } from './event-view.ts';
import { groupEvents } from './group-events.ts';
import { eventQueries } from './queries.ts';

/** Posters that are likely on the first screen. */
const earlyPosters = 4;
/** Cards that are looked at as one when a list grows. */
const bunchSize = 20;
const skeletons = ['a', 'b', 'c', 'd', 'e', 'f'];

export function CityEventList({ city, filters }: { city: Loc; filters: ListFilters }) {
	const page = usePageData();
	const now = useNow();
	const list = useInfiniteQuery(eventQueries.list({ locId: city.id, ...filters }, page));
	if (list.error && list.data === undefined)
		return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
	if (list.data === undefined) {
		return (
			<>
				<p role="status" className={css.count}>
					{m.app_loading()}
				</p>
				<div className={css.grid}>
					{skeletons.map((each) => (
						<EventCardSkeleton key={each} />
					))}
				</div>
			</>
		);
	}

	// What is over is left out: a service may still list it for the rest of the day.
	const events = list.data.pages
		.flatMap((each) => each.events)
		.map(readEvent)
		.filter((event) => phaseOf(event, now) !== 'over');
	const { onTheseDays, alsoRunning } = groupEvents(events);
	const total = list.data.pages.at(-1)?.total ?? 0;
	const isOneDay = filters.dayType === 'today' || filters.dayType === 'tomorrow';
	return (
		<>
			<p role="status" className={css.count}>
				{m.events_found({ count: total })}
			</p>
			{events.length === 0 && !list.hasNextPage && <NothingHere city={city} filters={filters} />}
			<Section
				title={isOneDay ? m.events_on_this_day() : m.events_on_these_days()}
				events={onTheseDays}
				early={earlyPosters}
			/>
			<Section
				title={m.events_also_running()}
				events={alsoRunning}
				early={onTheseDays.length === 0 ? earlyPosters : 0}
			/>
			{list.error && <ErrorNotice error={list.error} onRetry={() => void list.fetchNextPage()} />}
			{list.hasNextPage && !list.error && (
				<More
					isLoading={list.isFetchingNextPage}
					shown={onTheseDays.length + alsoRunning.length}
					total={total}
					onMore={() => void list.fetchNextPage()}
				/>
			)}
		</>
	);
}

function Section({ title, events, early }: { title: string; events: readonly EventView[]; early: number }) {
	if (events.length === 0) return null;
	return (
		<section className={css.section}>
			<h2>{title}</h2>
			<ul className={css.grid}>
				{bunchesOf(events).map((bunch, index) => (
					<Bunch key={bunch[0]?.id} events={bunch} early={index === 0 ? early : 0} />
				))}
			</ul>
		</section>
	);
}

const bunchesOf = (events: readonly EventView[]) =>
	Array.from({ length: Math.ceil(events.length / bunchSize) }, (_, index) =>
		events.slice(index * bunchSize, (index + 1) * bunchSize),
	);

interface BunchProps {
	events: readonly EventView[];
	early: number;
}

/** Drawn again only when one of its events has changed: a list of thousands then grows by what is new. */
const Bunch = memo(
	function Bunch({ events, early }: BunchProps) {
		return events.map((event, index) => (
			<li key={event.id}>
				<EventCard event={event} isEarly={index < early} />
			</li>
		));
	},
	(before, now) =>
		before.early === now.early &&
		before.events.length === now.events.length &&
		before.events.every((event, index) => event === now.events[index]),
);

function NothingHere({ city, filters }: { city: Loc; filters: ListFilters }) {
	return (
		<div className={controls.notice}>
			<h2>{m.events_none_title()}</h2>
			<p>{m.events_none_text()}</p>
			<p className={controls.chips}>
				{filters.dayType !== 'week' && filters.dayType !== 'future' && (
					<Link className={controls.button} to={addressOf.city(city.uid, { ...filters, dayType: 'week' })}>
						{m.events_try_week()}
					</Link>
				)}
				{filters.type !== 'all' && (
					<Link className={controls.button} to={addressOf.city(city.uid, { ...filters, type: 'all' })}>
						{m.events_try_all()}
					</Link>
				)}
				<Link className={controls.button} to={addressOf.city(city.uid, { dayType: 'future', type: 'all' })}>
					{m.events_try_future()}
				</Link>
			</p>
		</div>
	);
}

interface MoreProps {
	isLoading: boolean;
	shown: number;
	total: number;
	onMore: () => void;
}

function More({ isLoading, shown, total, onMore }: MoreProps) {
	const ref = useRef<HTMLDivElement>(null);
	const latest = useRef(onMore);
	useEffect(() => {
		latest.current = onMore;
	});
	useEffect(() => {
		if (ref.current === null || isLoading) return;
		const look = (entries: IntersectionObserverEntry[]) => {
			// Who scrolls fast is out of reach and back between two looks: the last entry counts.
			if (entries.at(-1)?.isIntersecting) latest.current();
		};
		const observer = new IntersectionObserver(look, { rootMargin: '600px' });
		observer.observe(ref.current);
		return () => observer.disconnect();
	}, [isLoading]);
	return (
		<div ref={ref} className={css.more}>
			<p>{m.events_shown({ shown, total })}</p>
			<button type="button" className={controls.button} onClick={onMore} disabled={isLoading}>
				{isLoading ? m.app_loading() : m.events_more()}
			</button>
		</div>
	);
}
