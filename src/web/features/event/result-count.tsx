/** Lists report their number of events to one live region above them. */
import { createContext, useContext, useEffect } from 'react';

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
