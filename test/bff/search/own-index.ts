import { CityIndex } from '../../../src/bff/search/city-index.ts';
import type { PublicEvent } from '../../../src/contract/event/event.ts';

/** An index that keeps the events added to it, instead of looking them up among shared entries. */
export class OwnIndex extends CityIndex {
	readonly #events: Map<string, PublicEvent>;

	constructor(maxBytes: number) {
		const events = new Map<string, PublicEvent>();
		super(maxBytes, (id) => events.get(id));
		this.#events = events;
	}

	override add(list: readonly PublicEvent[]): void {
		for (const event of list) this.#events.set(event.id, event);
		super.add(list);
	}
}
