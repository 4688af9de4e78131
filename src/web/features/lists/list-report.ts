/** What a list tells the bar above it: its number of events, and by what they can be filtered. */
import { createContext, useContext, useEffect } from 'react';
import type { SearchResponse } from '../../../contract/bff-api/search.ts';
import type { Event } from '../../../contract/event/event.ts';

/** What a search read from the words that name a time or a price, and the other words. */
export type FoundTime = Required<Pick<SearchResponse, 'when' | 'price' | 'words'>>;

export interface ListReport {
	/** As text: `12 events`. */
	count: string;
	/** The time and price that the words of a search name. */
	time: FoundTime | null;
	/** Whether events can be filtered by price. */
	hasPrices: boolean;
}

const ReportContext = createContext<(part: Partial<ListReport>) => void>(() => undefined);

export const ListReportProvider = ReportContext.Provider;

/** Reports a count until the component unmounts. */
export function useReportedCount(count: string): void {
	const report = useContext(ReportContext);
	useEffect(() => {
		report({ count });
		return () => report({ count: '' });
	}, [report, count]);
}

/** Reports the time and price that the words of a search name until the component unmounts. */
export function useReportedTime(found: SearchResponse | undefined): void {
	const report = useContext(ReportContext);
	useEffect(() => {
		const { when = null, price = null, words = '' } = found ?? {};
		report({ time: when === null && price === null ? null : { when, price, words } });
		return () => report({ time: null });
	}, [report, found]);
}

/** Reports that the events have prices, so that they can be filtered by them. */
export function useReportedPrices(events: readonly Event[] = []): void {
	const report = useContext(ReportContext);
	const hasPrices = events.some(({ price }) => price !== undefined);
	useEffect(() => {
		if (hasPrices) report({ hasPrices });
	}, [report, hasPrices]);
}
