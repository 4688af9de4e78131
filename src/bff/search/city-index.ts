/** An index of one city's events: title, place, text and owner, ranked, forgiving typos. */
import MiniSearch from 'minisearch';
import type { Event } from '../../contract/resources.ts';
import { oneLine, plainText } from '../feeds/plain-text.ts';
import { cutList } from '../proxy/cut.ts';
import { isChinese, tokenize } from './tokenize.ts';

interface SearchFilters {
	/** Wall-clock times that the event must touch; undefined: any. */
	from?: string | undefined;
	to?: string | undefined;
	/** Word of the type; undefined: any. */
	type?: string | undefined;
}

interface Hit {
	event: Event;
	/** Terms of the text that were matched, for marking. */
	terms: string[];
}

export interface CityIndex {
	/** Adds or replaces events; a list page as it came from the service. */
	add(events: readonly Event[]): void;
	/** Forgets events that are no longer listed. */
	keepOnly(ids: ReadonlySet<string>): void;
	search(query: string, filters: SearchFilters, most: number): { hits: Hit[]; total: number };
	size(): number;
	/** Bytes that the kept events weigh as JSON; the index itself weighs about twice as much. */
	bytes(): number;
}

/** Characters of a text that are indexed: the beginning tells what it is about. */
const mostText = 1_200;

export function createCityIndex(): CityIndex {
	const events = new Map<string, Event>();
	let bytes = 0;
	const index = new MiniSearch<{ id: string; title: string; place: string; owner: string; text: string }>({
		fields: ['title', 'place', 'owner', 'text'],
		tokenize,
		processTerm: (term) => term,
		searchOptions: {
			boost: { title: 5, place: 2, owner: 2 },
			// A typo in a long word is likely one; in Chinese, or in a short word, it is another word.
			fuzzy: (term) => (isChinese(term) || term.length < 4 ? false : term.length < 7 ? 1 : 2),
			prefix: (term) => isChinese(term) || term.length > 1,
			weights: { fuzzy: 0.3, prefix: 0.6 },
		},
	});

	const forget = (id: string) => {
		const event = events.get(id);
		if (event === undefined) return;
		bytes -= JSON.stringify(event).length;
		events.delete(id);
		index.discard(id);
	};
	return {
		add(list) {
			const cut = cutList({ events: list }).body as { events: Event[] };
			for (const [position, event] of list.entries()) {
				const kept = cut.events[position];
				if (typeof event.id !== 'string' || kept === undefined || event.is_priv === 'yes') continue;
				forget(event.id);
				events.set(event.id, kept);
				bytes += JSON.stringify(kept).length;
				index.add({
					id: event.id,
					title: oneLine(event.title),
					place: oneLine(event.address),
					owner: oneLine(event.owner?.name),
					text: plainText(event.content).slice(0, mostText),
				});
			}
		},
		keepOnly(ids) {
			for (const id of [...events.keys()]) if (!ids.has(id)) forget(id);
		},
		search(query, { from, to, type }, most) {
			const filter = ({ id }: { id: string }) => {
				const event = events.get(id);
				if (event === undefined) return false;
				if (type !== undefined && event.category !== type) return false;
				return (from === undefined || event.end_time > from) && (to === undefined || event.begin_time < to);
			};
			const strict = index.search(query, {
				combineWith: 'AND',
				filter: (result) => filter({ id: String(result.id) }),
			});
			const results =
				strict.length > 0
					? strict
					: index.search(query, { filter: (result) => filter({ id: String(result.id) }) });
			return {
				total: results.length,
				hits: results.slice(0, most).flatMap(({ id, terms }) => {
					const event = events.get(String(id));
					return event === undefined ? [] : [{ event, terms }];
				}),
			};
		},
		size: () => events.size,
		bytes: () => bytes,
	};
}
