/** A heading and its cards. */
import { memo } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import controls from '../../ui/controls.module.css';
import { loadingAt } from '../../ui/poster.tsx';
import { OwnRelationBadge } from '../attendance/own-relation-badge.tsx';
import { EventCard } from '../event/event-card.tsx';
import css from '../event/event-list.module.css';

/** Number of cards that are compared as one when a list grows. */
const bunchSize = 20;

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
			<ul className={css.grid}>
				{bunchesOf(events).map((bunch, index) => (
					<Bunch key={bunch[0]?.id} events={bunch} early={index === 0 ? early : 0} />
				))}
			</ul>
		</section>
	);
}

const bunchesOf = (events: readonly Event[]) =>
	Array.from({ length: Math.ceil(events.length / bunchSize) }, (_, index) =>
		events.slice(index * bunchSize, (index + 1) * bunchSize),
	);

interface BunchProps {
	events: readonly Event[];
	early: number;
}

/** Rendered again only when one of its events has changed: a list of thousands then grows by what is new. */
const Bunch = memo(
	function Bunch({ events, early }: BunchProps) {
		return events.map((event, index) => (
			<li key={event.id}>
				<EventCard event={event} Badge={OwnRelationBadge} loading={loadingAt(index, early)} />
			</li>
		));
	},
	(before, now) =>
		before.early === now.early &&
		before.events.length === now.events.length &&
		before.events.every((event, index) => event === now.events[index]),
);
