/** How many events a list has. The list knows, and what is above it says so: one live region, whatever list is shown. */
import { createContext, useContext, useEffect } from 'react';

type Report = (count: string) => void;
const CountContext = createContext<Report>(() => undefined);

export const ResultCountProvider = CountContext.Provider;

/** @param count a text: `12 events` */
export function useReportedCount(count: string): void {
	const report = useContext(CountContext);
	useEffect(() => report(count), [report, count]);
}
