import type { ComponentProps, ReactNode } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { EventCardSkeleton } from './event-card.tsx';

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
			<EventCardSkeleton key={each} />
		))}
	</div>
);
