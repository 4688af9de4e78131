/** A heading and its cards. */
import type { Event } from '../../../contract/event/event.ts';
import controls from '../../ui/controls.module.css';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { CardList } from '../event/card-list.tsx';
import { EventCard } from '../event/event-card.tsx';
import css from '../event/event-list.module.css';

interface EventSectionProps {
	title: string;
	/** Whether the title is for screen readers only, since the page says it already. */
	hidesTitle?: boolean;
	events: readonly Event[];
	/** Whether it is at the top of the page. */
	isTop: boolean;
}

export function EventSection({ title, hidesTitle, events, isTop }: EventSectionProps) {
	if (events.length === 0) return null;
	return (
		<section className={css.section}>
			<h2 className={hidesTitle ? controls.hidden : undefined}>{title}</h2>
			<CardList name={title} events={events}>
				{(event, index) => (
					<EventCard event={event} Badge={OwnRelationBadge} isFirst={isTop && index === 0} />
				)}
			</CardList>
		</section>
	);
}
