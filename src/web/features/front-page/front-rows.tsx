import { Link } from 'react-router';
import type { Front } from '../../../contract/bff-api/front.ts';
import { posterSizes } from '../../../contract/bff-api/images.ts';
import type { PublicEvent } from '../../../contract/event/event.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { isLongRunning, phaseOf } from '../../../contract/event/times.ts';
import { dayOf, type WallClock } from '../../../contract/event/wall-clock.ts';
import { defaultFilters, pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { useNow } from '../../shared/now.ts';
import { moveByArrowKeys } from '../../ui/arrow-keys.ts';
import { NothingHere } from '../city-list/nothing-here.tsx';
import { useDayName } from '../event/day-name.tsx';
import { CardList } from '../event-cards/card-list.tsx';
import { EventCard } from '../event-cards/event-card.tsx';
import css from './front-page.module.css';
import { TypeTiles } from './type-tiles.tsx';

export type ShownFront = Pick<Front, 'tonight' | 'weekend' | 'popular' | 'upcoming' | 'running'>;

/** Removes events that have ended since the front page was cached. */
export function shownFront(front: ShownFront, now: WallClock | null): ShownFront {
	if (now === null) return front;
	const isOpen = (event: PublicEvent) => phaseOf(event, now) !== 'over';
	return {
		tonight: front.tonight.filter(
			({ begin }) => begin !== null && begin > now && dayOf(begin) === dayOf(now),
		),
		weekend: front.weekend.filter(isOpen),
		popular: front.popular.filter(isOpen),
		upcoming: front.upcoming.filter(isOpen),
		running: front.running.filter((event) => isLongRunning(event) && phaseOf(event, now) === 'ongoing'),
	};
}

interface FrontRowProps {
	title: string;
	/** Path of the full list. */
	path: string;
	events: readonly PublicEvent[];
	/** `lead` is the first row, with large posters. */
	look: 'lead' | 'plain';
	sizes: string;
}

function FrontRow({ title, path, events, look, sizes }: FrontRowProps) {
	return (
		<section className={css.row} data-look={look}>
			<h2 className={css.head}>
				<Link to={path}>
					{title} <span className={css.all}>{m.front_see_all()}</span>
				</Link>
			</h2>
			<CardList
				events={events}
				className={css.events}
				data-previous={m.discover_previous()}
				data-next={m.discover_next()}
				onKeyDown={moveByArrowKeys}
			>
				{(event, index) => <EventCard event={event} isFirst={look === 'lead' && index === 0} sizes={sizes} />}
			</CardList>
		</section>
	);
}

interface SoonestRowProps {
	city: Loc;
	front: Front;
	isFirst: boolean;
}

/** A city's events today, else this weekend, else later. */
export function SoonestRow({ city: { uid, name }, front, isFirst }: SoonestRowProps) {
	const { tonight, weekend, upcoming } = shownFront(front, useNow());
	const dayName = useDayName();
	const [title, events, dayType] =
		tonight.length > 0
			? ([dayName({ dayType: 'today', day: null }), tonight, 'today'] as const)
			: weekend.length > 0
				? ([m.words_weekend(), weekend, 'weekend'] as const)
				: ([m.words_future(), upcoming, 'future'] as const);
	if (events.length === 0) return null;
	return (
		<FrontRow
			title={`${name} · ${title}`}
			path={pagePath.city(uid, { dayType })}
			events={events}
			look={isFirst ? 'lead' : 'plain'}
			sizes={isFirst ? posterSizes.front : posterSizes.row}
		/>
	);
}

export function FrontRows({ city, front }: { city: Loc; front: Front }) {
	const { uid } = city;
	const dayName = useDayName();
	const { tonight, weekend, popular, upcoming, running } = shownFront(front, useNow());
	const all = [
		{
			title: dayName({ dayType: 'today', day: null }),
			events: tonight,
			path: pagePath.city(uid, { dayType: 'today' }),
		},
		{ title: m.words_weekend(), events: weekend, path: pagePath.city(uid, { dayType: 'weekend' }) },
		{
			title: m.front_popular(),
			events: popular,
			path: pagePath.city(uid, { dayType: 'future', sort: 'interest' }),
		},
		{
			title: m.words_future(),
			events: upcoming,
			path: pagePath.city(uid, { dayType: 'future', sort: 'start' }),
		},
		{ title: m.front_running(), events: running, path: pagePath.city(uid, { dayType: 'today' }) },
	] as const;
	const [lead, ...others] = all.filter(({ events }) => events.length > 0);
	if (lead === undefined) return <NothingHere city={city} filters={defaultFilters} />;
	return (
		<div className={css.front}>
			<FrontRow
				{...lead}
				title={lead.events === popular ? m.discover_sort_interest() : lead.title}
				look="lead"
				sizes={posterSizes.front}
			/>
			{others.map((row) => (
				<FrontRow key={row.title} {...row} look="plain" sizes={posterSizes.row} />
			))}
			<TypeTiles uid={uid} posters={front.posters} />
		</div>
	);
}
