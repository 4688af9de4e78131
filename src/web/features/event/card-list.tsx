/** The cards of a list. It may grow to thousands, of which only those near the window are in the document then. */
import { type ReactNode, useRef } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { useCardsInDocument } from './cards-in-document.ts';
import css from './event-list.module.css';

interface CardListProps {
	/** Tells it from the other lists of the page. */
	name: string;
	events: readonly Event[];
	/** Besides the look of every list. */
	className?: string | undefined;
	/** Whether its events are those of an earlier question. */
	isStale?: boolean;
	/** The card of an event. @param index place of the event in the whole list */
	children: (event: Event, index: number) => ReactNode;
}

export function CardList({ name, events, className, isStale = false, children }: CardListProps) {
	const list = useRef<HTMLUListElement>(null);
	const { from, to, style } = useCardsInDocument(list, name, events.length);
	return (
		<ul
			ref={list}
			className={className === undefined ? css.grid : `${css.grid} ${className}`}
			style={style}
			data-stale={isStale || undefined}
		>
			{events.slice(from, to).map((event, index) => (
				<li key={event.id} aria-setsize={style && events.length} aria-posinset={style && from + index + 1}>
					{children(event, from + index)}
				</li>
			))}
		</ul>
	);
}
