/** Nearby events on the same day, and more by the organizer. Loaded when they come near the viewport. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Related } from '../../../contract/bff-api/front.ts';
import { isEvening } from '../../../contract/event/agenda.ts';
import type { Event, PublicEvent } from '../../../contract/event/event.ts';
import { bffPath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { callBff } from '../../shared/call.ts';
import { eventKeys } from '../event/event-queries.ts';
import { CardList } from '../event-cards/card-list.tsx';
import { EventCard } from '../event-cards/event-card.tsx';
import { whenNear } from '../lists/show-more.tsx';

const staleTimeMs = 300_000;

const relatedQuery = (id: string) =>
	queryOptions({
		queryKey: [...eventKeys.lists, 'related', id],
		queryFn: ({ signal }) => callBff<Related>('GET', bffPath.related(id), undefined, { signal }),
		staleTime: staleTimeMs,
		retry: false,
	});

export function RelatedEvents({ event }: { event: Event }) {
	const { id, begin, owner } = event;
	const [isNear, setNear] = useState(false);
	const { data } = useQuery({ ...relatedQuery(id), enabled: isNear });
	const nearby = data?.nearby ?? [];
	const day = isEvening([{ begin }, ...nearby]) ? m.events_that_evening() : m.events_that_day();
	return (
		<>
			<Cards title={day} events={nearby} />
			<Cards title={m.events_more_by({ name: owner?.name ?? '' })} events={data?.by ?? []} />
			<div ref={(end) => whenNear(end, () => setNear(true))} />
		</>
	);
}

function Cards({ title, events }: { title: string; events: readonly PublicEvent[] }) {
	if (events.length === 0) return null;
	return (
		<section>
			<h2>{title}</h2>
			<CardList events={events}>{(event) => <EventCard event={event} />}</CardList>
		</section>
	);
}
