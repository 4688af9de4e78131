/** An event in a list: poster, title, when, where, how many. The whole card is a link to the event. */
import { type ComponentType, memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { posterSizes } from '../../../contract/bff-api/images.ts';
import type { Event } from '../../../contract/event/event.ts';
import { dayOf } from '../../../contract/event/wall-clock.ts';
import { pagePath } from '../../../contract/paths.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { useToday } from '../../shared/now.ts';
import { Poster } from '../../ui/poster.tsx';
import css from './event-card.module.css';
import { nameOfType } from './filter-names.ts';
import { formatDay, formatUnderDay, formatWhen } from './format-when.ts';
import { PhaseBadge } from './phase-badge.tsx';
import { placeholderOf } from './placeholder.ts';
import { useEventOpening } from './use-event-opening.ts';
import { venueFirst } from './venue-first.ts';

interface EventCardProps {
	event: Event;
	/** Shows the person's own relation to the event. The same component each time, or every card renders again. */
	Badge: ComponentType<{ event: Event }>;
	/** Whether its poster is loaded before anything else on the page. */
	isFirst?: boolean;
	/** The `sizes` attribute of the poster. */
	sizes?: string;
	/** Level of the title: one below the heading of the list. */
	headingLevel?: 2 | 3;
	/** Whether it is under a heading with its day, in a list of its city. */
	isUnderDay?: boolean;
	/** Events that differ from it only by date. */
	others?: readonly Event[] | undefined;
	/** What a search or a sorted list shows in place of title and address, and on a line of its own. */
	words?: { title?: ReactNode; address?: ReactNode; note?: ReactNode } | undefined;
}

/** Rendered again only when its own event changes: lists grow to thousands. */
export const EventCard = memo(function EventCard({
	event,
	Badge,
	isFirst = false,
	sizes = posterSizes.card,
	headingLevel = 3,
	isUnderDay = false,
	others = [],
	words,
}: EventCardProps) {
	const reader = useLocale();
	const Heading = `h${headingLevel}` as const;
	const { id, title, address, type, posters, participantCount, wisherCount } = event;
	const today = useToday();
	const open = useEventOpening(event, sizes);
	// Nobody yet is nothing to say.
	const counts = [
		participantCount > 0 ? m.events_going({ count: participantCount }) : '',
		wisherCount > 0 ? m.events_interested({ count: wisherCount }) : '',
	];
	return (
		<article className={css.card} data-type={type ?? 'others'}>
			<div className={css.poster} data-poster>
				<Poster
					source={posters.at(-1) ?? null}
					alt=""
					sizes={sizes}
					isFirst={isFirst}
					type={type}
					{...placeholderOf(event, reader.locale)}
				/>
			</div>
			<div className={css.words}>
				<Heading className={css.title}>
					<Link to={pagePath.event(id)} dir="auto" {...open}>
						{words?.title ?? title}
					</Link>
				</Heading>
				{/* Shown above the title, but after its link in the order of Tab. */}
				<p className={css.kicker}>
					{type !== null && <span className={css.type}>{nameOfType(type)}</span>}
					<PhaseBadge event={event} />
					<Badge event={event} />
				</p>
				<p className={css.when}>
					{isUnderDay ? formatUnderDay(event, reader, today) : formatWhen(event, reader, today)}
				</p>
				<p className={css.where} data-testid="address">
					<bdi>{words?.address ?? (isUnderDay ? venueFirst(event) : address)}</bdi>
				</p>
				{words?.note && <p className={css.note}>{words.note}</p>}
				{others.length > 0 && <Dates events={[event, ...others]} />}
				<p className={css.counts}>{counts.filter((text) => text !== '').join(' · ')}</p>
			</div>
		</article>
	);
});

function Dates({ events }: { events: readonly Event[] }) {
	const { locale } = useLocale();
	const today = useToday();
	return (
		<details className={css.dates}>
			<summary>{m.events_dates({ count: events.length })}</summary>
			<ul>
				{events.map(({ id, begin }) => (
					<li key={id}>
						<Link to={pagePath.event(id)}>{begin !== null && formatDay(dayOf(begin), locale, today)}</Link>
					</li>
				))}
			</ul>
		</details>
	);
}

/** Takes the place of a card while a list loads. */
export function EventCardSkeleton() {
	return (
		<div className={css.card} aria-hidden="true">
			<div className={css.poster}>
				<span className={css.blank} />
			</div>
			<div className={css.words}>
				<span className={css.line} />
				<span className={css.line} />
			</div>
		</div>
	);
}
