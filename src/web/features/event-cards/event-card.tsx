import { type ComponentProps, type ComponentType, memo, type ReactNode } from 'react';
import { posterSizes } from '../../../contract/bff-api/images.ts';
import { type Event, venueFirst } from '../../../contract/event/event.ts';
import { initialsOf } from '../../../contract/event/initials.ts';
import { type Day, dayOf } from '../../../contract/event/wall-clock.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { useNamedToday } from '../../shared/now.ts';
import { Poster } from '../../ui/poster.tsx';
import { Heart } from '../attendance/heart.tsx';
import { formatDay, formatUnderDay, formatWhen } from '../days/format-when.ts';
import { useEventOpening } from '../event/opened-card.ts';
import { PhaseBadge } from '../event/phase-badge.tsx';
import { nameOfPrice, nameOfType } from '../lists/list-names.tsx';
import css from './event-card.module.css';

interface EventCardProps {
	event: Event;
	/** Must be the same component in every render, or all cards re-render. */
	Badge?: ComponentType<{ event: Event }>;
	/** Gives the card's poster a high loading priority, for one card per page. */
	isFirst?: boolean;
	sizes?: string;
	/** One level below the list's heading. */
	headingLevel?: 2 | 3;
	/** The day in the heading above, which the card doesn't repeat. */
	day?: Day | null;
	/** Shows the address with its city, for lists of several cities. */
	hasCity?: boolean;
	/** Events that differ from this one only by date. */
	others?: readonly Event[] | undefined;
	/** Title and address with marked words, and an additional line, for searches and sorted lists. */
	words?: { title?: ReactNode; address?: ReactNode; note?: ReactNode } | undefined;
}

/** Memoized, because lists grow to thousands of events. */
export const EventCard = memo(function EventCard({
	event,
	Badge = Heart,
	isFirst = false,
	sizes = posterSizes.card,
	headingLevel = 3,
	day = null,
	hasCity = false,
	others = [],
	words,
}: EventCardProps) {
	const Heading = `h${headingLevel}` as const;
	const { id, title, address, type, price, posters, participantCount, wisherCount } = event;
	const today = useNamedToday();
	const open = useEventOpening(event, sizes);
	const counts = [
		price === undefined ? '' : nameOfPrice(price),
		participantCount > 0 ? m.events_going({ count: participantCount }) : '',
		wisherCount > 0 ? m.events_interested({ count: wisherCount }) : '',
	];
	return (
		<article className={css.card} data-type={type ?? 'others'}>
			<div className={css.poster}>
				<Poster
					source={posters.at(-1) ?? null}
					alt=""
					sizes={sizes}
					isFirst={isFirst}
					type={type}
					{...placeholderOf(event)}
				/>
			</div>
			<div className={css.words}>
				<Heading className={css.title}>
					<a href={pagePath.event(id)} dir="auto" lang={langOf(title)} {...open}>
						{words?.title ?? title}
					</a>
				</Heading>
				{/* Displayed above the title, but after its link in tab order. */}
				<p className={`row ${css.kicker}`}>
					{type !== null && <span className={css.type}>{nameOfType(type)}</span>}
					<PhaseBadge event={event} />
					<Badge event={event} />
				</p>
				<p className={css.when}>
					{day === null ? formatWhen(event, today) : formatUnderDay(event, day, today)}
				</p>
				<p className={css.where} data-testid="address">
					<bdi lang={langOf(address)}>{words?.address ?? (hasCity ? address : venueFirst(event))}</bdi>
				</p>
				{words?.note && <p className={css.note}>{words.note}</p>}
				{others.length > 0 && <Dates events={[event, ...others]} />}
				<p className={css.counts}>{counts.filter((text) => text !== '').join(' · ')}</p>
			</div>
		</article>
	);
});

function Dates({ events }: { events: readonly Event[] }) {
	const today = useNamedToday();
	return (
		<details className={css.dates}>
			<summary>{m.events_dates({ count: events.length })}</summary>
			<ul>
				{events.map(({ id, begin }) => (
					<li key={id}>
						<a href={pagePath.event(id)}>{begin !== null && formatDay(dayOf(begin), today)}</a>
					</li>
				))}
			</ul>
		</details>
	);
}

export const placeholderOf = ({ title, begin }: Event) => ({
	mark: initialsOf(title),
	day: begin === null ? '' : formatDay(dayOf(begin)),
});

interface CardListProps extends Omit<ComponentProps<'ul'>, 'children'> {
	events: readonly Event[];
	children: (event: Event, index: number) => ReactNode;
}

/** Browsers skip rendering cards far from the viewport (`content-visibility` in `event-card.module.css`). */
export const CardList = ({ events, children, ...attributes }: CardListProps) => (
	<ul className="grid" {...attributes}>
		{events.map((event, index) => (
			<li key={event.id}>{children(event, index)}</li>
		))}
	</ul>
);

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f'];

export const EventListSkeleton = () => (
	<div className="grid" data-late>
		{skeletons.map((each) => (
			<div key={each} className={css.card} aria-hidden="true">
				<div className={css.poster}>
					<span className={css.blank} />
				</div>
				<div className={css.words}>
					<span className={css.line} />
					<span className={css.line} />
				</div>
			</div>
		))}
	</div>
);
