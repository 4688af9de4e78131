import type { ReactNode } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { EventCardSkeleton } from './event-card.tsx';
import css from './event-list.module.css';

interface CardListProps {
	events: readonly Event[];
	/** Besides the look of every list. */
	className?: string | undefined;
	/** Whether its events are those of an earlier question. */
	isStale?: boolean;
	/** The card of an event. */
	children: (event: Event, index: number) => ReactNode;
}

/** The cards of a list. The browser skips those that are far from the window (`content-visibility` in `event-card.module.css`). */
export const CardList = ({ events, className, isStale = false, children }: CardListProps) => (
	<ul
		className={className === undefined ? css.grid : `${css.grid} ${className}`}
		data-stale={isStale || undefined}
	>
		{events.map((event, index) => (
			<li key={event.id}>{children(event, index)}</li>
		))}
	</ul>
);

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Takes the place of a list while it loads; seen where that takes a while. */
export const EventListSkeleton = () => (
	<div className={css.grid} data-late>
		{skeletons.map((each) => (
			<EventCardSkeleton key={each} />
		))}
	</div>
);
