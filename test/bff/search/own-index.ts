import { createCityIndex } from '../../../src/bff/search/city-index.ts';
import type { PublicEvent } from '../../../src/contract/event/event.ts';

/** An index that keeps the events added to it, instead of looking them up among shared entries. */
export function createOwnIndex(maxBytes: number) {
	const events = new Map<string, PublicEvent>();
	const index = createCityIndex(maxBytes, (id) => events.get(id));
	const add = (list: readonly PublicEvent[]) => {
		for (const event of list) events.set(event.id, event);
		index.add(list);
	};
	return { ...index, add };
}
