/** Events under a heading per day, if the list is ordered so. Events that differ only by date share a card. */
import type { ReactNode } from 'react';
import { type AgendaPage, type AgendaSection, agendaOf } from '../../../contract/event/agenda.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { useIsEvening, useToday } from '../../shared/now.ts';
import { CardList, EventCard } from '../event-cards/event-card.tsx';
import { DayName, nameOfSort } from '../lists/list-names.tsx';

function titleOf({ part, day }: AgendaSection): ReactNode {
	if (part === 'listed') return nameOfSort(part);
	if (part === 'running') return m.events_also_running();
	if (part === 'further') return m.events_further();
	return <DayName day={day} isTonight={part === 'tonight'} />;
}

interface AgendaProps {
	shown: readonly Event[];
	/** Pages as received, if they contain more events than are shown. */
	pages?: readonly AgendaPage[];
	from: Day;
}

export function Agenda({ shown, pages = [{ items: [...shown] }], from }: AgendaProps) {
	return agendaOf(pages, shown, from, useToday(), useIsEvening()).map((section, place) => {
		const others = new Map(section.entries.map((entry) => [entry.event, entry.others]));
		return (
			<section key={`${section.part} ${section.day}`} className="section">
				<h2>{titleOf(section)}</h2>
				<CardList events={[...others.keys()]}>
					{(event, index) => (
						<EventCard
							event={event}
							isFirst={place === 0 && index === 0}
							day={section.day}
							others={others.get(event)?.length === 0 ? undefined : others.get(event)}
						/>
					)}
				</CardList>
			</section>
		);
	});
}
