import type { ReactNode } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import css from '../event/event-list.module.css';
import { EventCardSkeleton } from './event-card.tsx';

interface CardListProps {
	events: readonly Event[];
	className?: string | undefined;
	/** Whether the events are of the previous query. */
	isStale?: boolean;
	children: (event: Event, index: number) => ReactNode;
}

/** Browsers skip cards far from the viewport (`content-visibility` in `event-card.module.css`). */
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

/** Placeholder while a list loads; fades in after a delay (`data-late`). */
export const EventListSkeleton = () => (
	<div className={css.grid} data-late>
		{skeletons.map((each) => (
			<EventCardSkeleton key={each} />
		))}
	</div>
);
