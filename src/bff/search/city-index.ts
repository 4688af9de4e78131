/** An index of one city's events: title, place, text and owner, ranked, forgiving typos. */
import MiniSearch from 'minisearch';
import { lastDay } from '../../contract/day-range.ts';
import { isLongRunning } from '../../contract/filters.ts';
import type { Event } from '../../contract/resources.ts';
import { oneLine, plainText } from '../feeds/plain-text.ts';
import { cutList } from '../proxy/cut.ts';
import { isChinese, tokenize, tokenizeQuery } from './tokenize.ts';

export interface SearchFilters {
	/** Wall-clock times that the event must touch; undefined: any. */
	from?: string | undefined;
	to?: string | undefined;
	/** A day that the event must be on, `YYYY-MM-DD`, as a calendar counts (contract `lastDay`). */
	day?: string | undefined;
	/** Word of the type; undefined: any. */
	type?: string | undefined;
	/** Events known to be of that type, for services whose events do not name their own. */
	ofType?: ReadonlySet<string> | undefined;
}

interface Hit {
	event: Event;
	/** Terms of the text that were matched, for marking. */
	terms: string[];
}

/** A part of a longer list. */
interface Part {
	start: number;
	count: number;
}

export interface CityIndex {
	/** Adds or replaces events; a list page as it came from the service. */
	add(events: readonly Event[]): void;
	/** Forgets events that are no longer listed. */
	keepOnly(ids: ReadonlySet<string>): void;
	/** The best fits first. @param query empty: every event, by its start, what runs for weeks after the others */
	search(query: string, filters: SearchFilters, part: Part): { hits: Hit[]; total: number };
	/** Everything that fits, in no order. */
	all(query: string, filters: SearchFilters): Event[];
	/** Whether some events do not name their type. */
	hasUntyped(): boolean;
	size(): number;
	/** Bytes that the kept events weigh as JSON; the index itself weighs about twice as much. */
	bytes(): number;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Times as texts that can be compared; empty where the service sent something else. */
const readTimes = ({ begin_time, end_time }: Event) => ({
	begin_time: text(begin_time),
	end_time: text(end_time),
});

/** Words in which services say yes (gap register, `flags`). */
const isYes = (flag: unknown) => /^(yes|y|true|1)$/i.test(String(flag ?? ''));

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
			tokenize: tokenizeQuery,
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
	/** All words where there are such events, else any of them. */
	const find = (query: string, fits: (event: Event) => boolean) => {
		const filter = ({ id }: { id: unknown }) => {
			const event = events.get(String(id));
			return event !== undefined && fits(event);
		};
		const strict = index.search(query, { combineWith: 'AND', filter });
		return strict.length > 0 ? strict : index.search(query, { filter });
	};
	return {
		add(list) {
			const cut = cutList({ events: list }).body as { events: Event[] };
			for (const [position, event] of list.entries()) {
				if (typeof event?.id !== 'string' || isYes(event.is_priv)) continue;
				const kept = { ...(cut.events[position] ?? event), ...readTimes(event) };
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
		search(query, filters, { start, count }) {
			const fits = fitsTo(filters);
			if (query === '') {
				const found = [...events.values()].filter(fits).toSorted(byStart);
				return {
					total: found.length,
					hits: found.slice(start, start + count).map((event) => ({ event, terms: [] })),
				};
			}
			const results = find(query, fits);
			return {
				total: results.length,
				hits: results.slice(start, start + count).flatMap(({ id, terms }) => {
					const event = events.get(String(id));
					return event === undefined ? [] : [{ event, terms }];
				}),
			};
		},
		all(query, filters) {
			const fits = fitsTo(filters);
			if (query === '') return [...events.values()].filter(fits);
			return find(query, fits).flatMap(({ id }) => events.get(String(id)) ?? []);
		},
		hasUntyped: () => events.values().some(({ category }) => typeof category !== 'string'),
		size: () => events.size,
		bytes: () => bytes,
	};
}

/** A test of events by time and type. A service may leave out any field: what is not known is kept where it may fit. */
function fitsTo({ from, to, day, type, ofType }: SearchFilters): (event: Event) => boolean {
	return ({ id, category, begin_time: begin, end_time: end }) => {
		if (type !== undefined && category !== type && ofType?.has(id) !== true) return false;
		if (day !== undefined && (begin === '' || begin.slice(0, 10) > day || lastDay(begin, end) < day))
			return false;
		return (from === undefined || (end || begin) > from) && (to === undefined || begin < to);
	};
}

/** What is on for hours or days by its start, then what runs for weeks by its end. */
function byStart(a: Event, b: Event): number {
	const [aRuns, bRuns] = [isLongRunning(a.begin_time, a.end_time), isLongRunning(b.begin_time, b.end_time)];
	if (aRuns !== bRuns) return aRuns ? 1 : -1;
	const [first, second] = aRuns ? [a.end_time, b.end_time] : [a.begin_time, b.begin_time];
	return first < second ? -1 : Number(first > second);
}
