/** Lists report their number of events to one live region above them. */
import { createContext, useContext, useEffect } from 'react';
import type { SearchResponse } from '../../../contract/bff-api/search.ts';

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

/** What a search read from the words that name a time, and the other words. */
export interface FoundTime {
	when: NonNullable<SearchResponse['when']>;
	words: string;
}

const TimeContext = createContext<(time: FoundTime | null) => void>(() => undefined);

export const FoundTimeProvider = TimeContext.Provider;

/** Reports the time that the words of a search name until the component unmounts. */
export function useReportedTime(found: Pick<SearchResponse, 'when' | 'words'> | undefined): void {
	const report = useContext(TimeContext);
	useEffect(() => {
		report(found?.when ? { when: found.when, words: found.words ?? '' } : null);
		return () => report(null);
	}, [report, found]);
}
