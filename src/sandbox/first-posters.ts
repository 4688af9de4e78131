/**
 * Draws the posters that somebody sees who opens a new sandbox's first city, one after the other once it is seeded: by the
 * time the page is open, they are there.
 */
import { mainCities } from './data/cities.ts';
import type { EventStore } from './events/event-store.ts';
import type { Pictures } from './pictures.ts';

/** Posters of a list that are in a window at first. */
const firstOfList = 12;

/** @param isClosing asked before each drawing */
export async function drawFirstPosters(
	events: Pick<EventStore, 'list' | 'event'>,
	pictures: Pick<Pictures, 'poster'>,
	isClosing: () => boolean,
): Promise<void> {
	const ids = (['today', 'weekend'] as const).flatMap(
		(dayType) =>
			events.list({ locId: mainCities[0]?.id, dayType, type: undefined }, { start: 0, count: firstOfList })
				.items,
	);
	for (const eventId of new Set(ids)) {
		if (isClosing()) return;
		const { category = 'others' } = events.event(eventId);
		await pictures.poster({ eventId, category: String(category), size: 'medium' });
	}
}
