/** A heading and its cards. */
import { useRef } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import controls from '../../ui/controls.module.css';
import { loadingAt } from '../../ui/poster.tsx';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { EventCard } from '../event/event-card.tsx';
import css from '../event/event-list.module.css';
import { useCardsInDocument } from './cards-in-document.ts';

interface EventSectionProps {
	title: string;
	/** Whether the title is for screen readers only, since the page says it already. */
	hidesTitle?: boolean;
	events: readonly Event[];
	/** Number of posters that are likely to be in the window at first. */
	early: number;
}

/** A list grows to thousands of cards, of which only those near the window are in the document then. */
export function EventSection({ title, hidesTitle, events, early }: EventSectionProps) {
	const list = useRef<HTMLUListElement>(null);
	const { from, to, style } = useCardsInDocument(list, title, events.length);
	if (events.length === 0) return null;
	return (
		<section className={css.section}>
			<h2 className={hidesTitle ? controls.hidden : undefined}>{title}</h2>
			<ul ref={list} className={css.grid} style={style}>
				{events.slice(from, to).map((event, index) => (
					<li key={event.id} aria-setsize={style && events.length} aria-posinset={style && from + index + 1}>
						<EventCard event={event} Badge={OwnRelationBadge} loading={loadingAt(from + index, early)} />
					</li>
				))}
			</ul>
		</section>
	);
}
