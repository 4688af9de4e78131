/**
 * The card that an event is opened from. It has the poster, title, time and place, so the page shows them at once, before it
 * has read the rest.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';

const keyOf = (id: string) => ['opened-card', id] as const;

interface OpenedCard {
	event: Event;
	/** The `sizes` attribute of its poster: with it the page gets the same file, which the browser has. */
	sizes: string;
}

export const keepOpenedCard = (client: QueryClient, card: OpenedCard): void =>
	void client.setQueryData(keyOf(card.event.id), card);

/** @returns undefined when the event was opened by its URL, or a while ago */
export const openedCard = (client: QueryClient, id: string): OpenedCard | undefined =>
	client.getQueryData(keyOf(id));
