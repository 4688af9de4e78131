/** The budgets of Daybill's speed and size (docs/performance.md), and how a measurement is judged. */
import type { Row } from './report.ts';

export interface Aim {
	/** What is measured, as in the table of `docs/performance.md`. */
	what: string;
	unit: string;
	/** In the unit; without one it is only shown. */
	limit?: number;
	/** Whether the limit is the most or the least. */
	best: 'low' | 'high';
	/** Names of the figures; a single one needs none. */
	of: readonly string[];
}

const pages = ['list', 'event', 'city front', 'cities'];
const atMost = (what: string, limit: number, unit: string, of: readonly string[] = ['']): Aim => ({
	what,
	unit,
	limit,
	best: 'low',
	of,
});
const atLeast = (what: string, limit: number, unit: string, of: readonly string[] = ['']): Aim => ({
	what,
	unit,
	limit,
	best: 'high',
	of,
});

/** In the order of the table. The bare page is measured in the same run. */
export const aims = {
	lcp: atMost('LCP, mobile simulation', 1, 's', pages),
	lcpRatio: atMost('LCP divided by the bare page’s', 0.65, '×', pages),
	fcp: atMost('FCP, mobile simulation', 0.9, 's', pages),
	script: atMost('JavaScript of a first visit, largest of the languages', 100, 'KB'),
	firstPress: atMost('Press 0.5 s after the first paint, CPU 4 × slower: next paint', 100, 'ms', [
		'filter',
		'Join',
	]),
	tbt: atMost('TBT minus the bare page’s', 20, 'ms', pages),
	tbtSlow: atMost('TBT minus the bare page’s, CPU 2 × slower again', 20, 'ms', pages),
	tbtCpu: atMost('TBT minus the bare page’s, by the time of the processor', 20, 'ms', pages),
	tbtCpuSlow: atMost('The same, CPU 2 × slower again', 20, 'ms', pages),
	work: { what: 'Work of the processor divided by the bare page’s', unit: '×', best: 'low', of: pages },
	workSlow: { what: 'That work, CPU 2 × slower again', unit: '×', best: 'low', of: pages },
	memory: atMost('Memory after 400 navigations divided by after 200', 1.02, '×'),
	inp: atMost('INP of a session, CPU 4 × slower, 98th percentile', 100, 'ms'),
	back: atMost('Back and forward in the app', 100, 'ms', ['back', 'forward']),
	backKept: atLeast('Back: place and focus kept', 100, '%', ['place', 'focus']),
	backCache: atLeast('Public pages that the back/forward cache takes', 100, '%'),
	nextPage: atMost('Next page in the app, slow 4G', 200, 'ms', ['after hovering', 'tapped at once']),
	processMemory: atMost('Memory of a process after load', 300, 'MB'),
	start: atMost('First npm start after npm ci, to a list with posters', 10, 's'),
	startAgain: atMost('Second npm start', 2, 's'),
	test: atMost('npm test', 8, 'min'),
} as const satisfies Record<string, Aim>;

type AimName = keyof typeof aims;

/** What the row of a figure is called. @param figure one of the aim's names */
const rowName = ({ what }: Aim, figure: string): string => (figure === '' ? what : `${what}: ${figure}`);

const isMet = ({ limit, best }: Aim, value: number): boolean =>
	limit === undefined || (best === 'low' ? value <= limit : value >= limit);

const limitOf = ({ limit, best, unit }: Aim): string =>
	limit === undefined ? '–' : `${best === 'low' ? 'at most' : 'at least'} ${limit} ${unit}`;

/** The row of a figure that an aim judges. @param figure which one, where the aim has several */
export function judged(name: AimName, value: number, figure = ''): Row {
	const aim: Aim = aims[name];
	if (!aim.of.includes(figure)) throw new Error(`The aim ${name} has no figure “${figure}”.`);
	return {
		what: rowName(aim, figure),
		value,
		unit: aim.unit,
		...(aim.limit === undefined ? {} : { aim: limitOf(aim), met: isMet(aim, value) }),
	};
}
