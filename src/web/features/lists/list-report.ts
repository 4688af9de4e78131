/**
 * What a list reports to the bar above it: its number of events, and the filters that fit its events or search words.
 */
import { createContext, useContext, useEffect } from 'react';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import type { SearchResponse } from '../../../contract/bff-api/search.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { List } from '../../../contract/event/lists.ts';
import { m } from '../../i18n/messages.ts';

/** The time and price that a search found in its words, and the other words. */
export type FoundTime = Required<Pick<SearchResponse, 'when' | 'price' | 'words'>>;

export interface ListReport {
	/** For example `12 events`. */
	count: string;
	/** Null if the search found none. */
	time: FoundTime | null;
	/** Whether events can be filtered by price. */
	hasPrices: boolean;
}

const timeOf = ({ when = null, price = null, words = '' }: Partial<SearchResponse>): FoundTime | null =>
	when === null && price === null ? null : { when, price, words };

/** @param q the words of a search; empty for a day, whose long-running events are counted apart, as in a calendar */
export function countOf(
	{ is_reading, total, running = 0 }: Pick<SearchResponse, 'is_reading' | 'total' | 'running'>,
	q: string,
): string {
	if (q !== '') return is_reading || total === 0 ? '' : m.events_found({ count: total });
	if (is_reading) return m.app_loading();
	const runs = running > 0 ? [`${m.events_also_running()}: ${running}`] : [];
	const others = total - running;
	return [...(others > 0 ? [m.events_found({ count: others })] : []), ...runs].join(' · ');
}

const hasPrice = (events: readonly Event[]) => events.some(({ price }) => price !== undefined);

/** Empty for an empty list, which has its own message. @param total null if unknown */
export function countOfList(shown: number, total: number | null): string {
	if (shown === 0) return '';
	return total === null ? m.events_found_so_far({ count: shown }) : m.events_found({ count: total });
}

/** The report of the list in the server's page, for the first render. */
export function firstReport({ responses }: Pick<PageData, 'responses'>, q: string): ListReport {
	const lists = Object.values(responses) as Partial<List<Event> & SearchResponse>[];
	const events = lists.flatMap(({ items, hits }) => items ?? hits?.map(({ event }) => event) ?? []);
	const found = lists.find(({ hits }) => hits !== undefined);
	return {
		count:
			found === undefined
				? countOfList(events.length, lists[0]?.total ?? null)
				: countOf(found as SearchResponse, q),
		time: timeOf(found ?? {}),
		hasPrices: hasPrice(events),
	};
}

const ReportContext = createContext<(part: Partial<ListReport>) => void>(() => undefined);

export const ListReportProvider = ReportContext.Provider;

interface Reported {
	count?: string;
	/** What a search found; null if nothing, or not yet. */
	found?: SearchResponse | null;
	events?: readonly Event[] | undefined;
}

/** Reports a list's count, recognized time and prices to the filter bar while the component is mounted. */
export function useListReport({ count, found, events = [] }: Reported): void {
	const report = useContext(ReportContext);
	// Runs after each render; an equal report re-renders nothing.
	useEffect(() =>
		report({
			...(count !== undefined && { count }),
			...(found !== undefined && { time: timeOf(found ?? {}) }),
			...(hasPrice(events) && { hasPrices: true }),
		}),
	);
	useEffect(() => () => report({ count: '', time: null }), [report]);
}
