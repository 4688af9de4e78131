/** Lists report their number of events to one live region above them. */
import { createContext, useContext, useEffect } from 'react';
import type { SearchResponse } from '../../../contract/bff-api/search.ts';
import type { Event } from '../../../contract/event/event.ts';

type Report = (count: string) => void;
const CountContext = createContext<Report>(() => undefined);

export const ResultCountProvider = CountContext.Provider;

/** Reports a count until the component unmounts. @param count as text: `12 events` */
export function useReportedCount(count: string): void {
	const report = useContext(CountContext);
	useEffect(() => {
		report(count);
		return () => report('');
	}, [report, count]);
}

/** What a search read from the words that name a time or a price, and the other words. */
export type FoundTime = Required<Pick<SearchResponse, 'when' | 'price' | 'words'>>;

const TimeContext = createContext<(time: FoundTime | null) => void>(() => undefined);

export const FoundTimeProvider = TimeContext.Provider;

/** Reports the time and price that the words of a search name until the component unmounts. */
export function useReportedTime(found: SearchResponse | undefined): void {
	const report = useContext(TimeContext);
	useEffect(() => {
		const { when = null, price = null, words = '' } = found ?? {};
		report(when === null && price === null ? null : { when, price, words });
		return () => report(null);
	}, [report, found]);
}

const PricesContext = createContext<() => void>(() => undefined);

export const PricesProvider = PricesContext.Provider;

/** Reports that the events have prices, so that they can be filtered by them. */
export function useReportedPrices(events: readonly Event[] = []): void {
	const report = useContext(PricesContext);
	const hasPrices = events.some(({ price }) => price !== undefined);
	useEffect(() => {
		if (hasPrices) report();
	}, [report, hasPrices]);
}
