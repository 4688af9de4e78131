/** A heading and its cards. */
import type { Event } from '../../../contract/event/event.ts';
import controls from '../../ui/controls.module.css';
import { loadingAt } from '../../ui/poster.tsx';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { CardList } from '../event/card-list.tsx';
import { EventCard } from '../event/event-card.tsx';
import css from '../event/event-list.module.css';

interface EventSectionProps {
	title: string;
	/** Whether the title is for screen readers only, since the page says it already. */
	hidesTitle?: boolean;
	events: readonly Event[];
	/** Number of posters that are likely to be in the window at first. */
	early: number;
}

export function EventSection({ title, hidesTitle, events, early }: EventSectionProps) {
	if (events.length === 0) return null;
	return (
		<section className={css.section}>
			<h2 className={hidesTitle ? controls.hidden : undefined}>{title}</h2>
			<CardList name={title} events={events}>
				{(event, index) => (
					<EventCard event={event} Badge={OwnRelationBadge} loading={loadingAt(index, early)} />
				)}
			</CardList>
		</section>
	);
}
